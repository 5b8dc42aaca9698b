-- Begins a quiz for one session after the other: bench-1, bench-2, …
local path, number
function init(arguments) path, number = arguments[1], 0 end
function request()
  number = number + 1
  local body = '{"sessionId":"bench-' .. number .. '"}'
  return wrk.format("POST", path .. "/users/anonymous/initQuiz", { ["Content-Type"] = "application/json" }, body)
end

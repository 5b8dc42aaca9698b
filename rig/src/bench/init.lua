-- Starts the quiz in one session after another: bench-2, bench-3, … (wrk builds a first request and drops it).
local path, number
function init(arguments) path, number = arguments[1], 0 end
function request()
  number = number + 1
  local body = '{"sessionId":"bench-' .. number .. '"}'
  return wrk.format("POST", path .. "/users/anonymous/initQuiz", { ["Content-Type"] = "application/json" }, body)
end

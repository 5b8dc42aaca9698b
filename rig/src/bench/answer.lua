-- Answers one question in one of the first 1,000 sessions that init.lua started.
local path
function init(arguments) path = arguments[1]; math.randomseed(7) end
function request()
  local body = string.format('{"sessionId":"bench-%d","questionId":"fhn%d","answer":%d}',
    math.random(2, 1001), math.random(8), math.random(4))
  return wrk.format("POST", path .. "/users/inapp/answers", { ["Content-Type"] = "application/json" }, body)
end

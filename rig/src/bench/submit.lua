-- Begins in one session after another and submits all eight answers at once (wrk builds a first request and drops it).
local path, round, number, begun
local headers = { ["Content-Type"] = "application/json" }

function init(arguments)
  path, round, number, begun = arguments[1] .. "/users/anonymous/", arguments[2], 0, true
end

function request()
  begun = not begun
  if begun then
    number = number + 1
    return wrk.format("POST", path .. "initQuiz", headers, string.format('{"sessionId":"bench-%s-%d"}', round, number))
  end
  local answers = {}
  for question = 1, 8 do
    answers[question] = string.format('"fhn%d":%d', question, (number + question) % 4 + 1)
  end
  local body = string.format('{"sessionId":"bench-%s-%d","answers":{%s}}', round, number, table.concat(answers, ","))
  return wrk.format("POST", path .. "answers/submit", headers, body)
end

-- Whole quizzes, one after the other, by one respondent a thread: an id, begin, eight answers, submit, read the result.
local path, id, step
local headers = { ["Content-Type"] = "application/json" }

function init(arguments)
  path, step = arguments[1] .. "/users/", 0
end

local function post(what, body)
  return wrk.format("POST", path .. "anonymous/" .. what, headers, body)
end

function request()
  if step == 0 or not id then
    step = 0
    return post("genId", "{}")
  end
  local named = '{"anon_id":"' .. id .. '"'
  if step == 1 then
    return post("initQuiz", named .. "}")
  elseif step <= 9 then
    return post("answers", string.format('%s,"questionId":"fhn%d","answer":%d}', named, step - 1, step % 4 + 1))
  elseif step == 10 then
    return post("answers/submit", named .. "}")
  end
  return wrk.format("GET", path .. id .. "/answers?recommendations_type=full")
end

function response(status, _, body)
  if step == 0 then
    id = body:match('"anon_id":"([%w_]+)"')
  end
  step = (step + 1) % 12
end

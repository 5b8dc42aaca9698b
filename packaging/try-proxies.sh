#!/usr/bin/env bash
# Tries the sample configurations of nginx, Caddy and HAProxy: starts each before a server of its own, on this machine
# alone, and asks through it. Needs nginx, caddy, haproxy, openssl, curl and python3
# (apt install nginx-light caddy haproxy).
#
#   packaging/try-proxies.sh target/release/quiz-answers
set -euo pipefail

binary=$(realpath "${1:?give the program: packaging/try-proxies.sh target/release/quiz-answers}")
packaging=$(dirname "$(realpath "$0")")
tries=1000
work=$(mktemp -d)
cd "$work"
export HOME=$work PATH=$PATH:/usr/sbin
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
get() { curl --silent --insecure --fail "$@"; }
post() { get -H 'content-type: application/json' -d "$1" "$2"; }
status_of() { curl --silent --insecure --output /dev/null --write-out '%{http_code}\n' "$@" || true; }
until_up() {
    for _ in $(seq 100); do
        if get --output /dev/null "$1"; then return; fi
        sleep 0.1
    done
    fail "$1 does not answer"
}

openssl req -x509 -newkey ed25519 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout key.pem -out cert.pem 2>openssl.log
cat cert.pem key.pem >both.pem
"$binary" --data-dir data namespace create acme --name Acme 2>init.log
quiz=$("$binary" --data-dir data --json quiz create --namespace acme - <<<'{"name":"Q"}' | sed 's/^{"id":"\([^"]*\)".*/\1/')
key=$("$binary" --data-dir data key create --namespace acme --name try)
port=$(free_port)
closed=$(free_port)

# Starts the server, which believes one proxy. $1 is the proxy's HTTPS port, $2 the limit of requests.
serve() {
    "$binary" --data-dir data serve --addr "127.0.0.1:$port" --base-url "https://localhost:$1" --trusted-proxies 1 \
        --rate-limit "$2" --key-rate-limit off >>serve.log 2>&1 &
    server=$!
    pids+=("$server")
    until_up "http://127.0.0.1:$port/healthz"
}
stop() {
    kill "$1"
    wait "$1" || true
}

# Checks what every proxy has to do. $1 is its name, $2 the HTTPS port, $3 the HTTP port if it listens there.
check() {
    local name=$1 base=https://localhost:$2 plain=${3:+http://localhost:$3}
    local api=$base/api/v1/namespaces/acme/quizzes/$quiz
    until_up "$base/healthz"

    get "$base/aq/acme/$quiz" --output page.html || fail "$name: the start page"
    grep --quiet "<h1" page.html || fail "$name: the start page has no heading"

    local id page
    id=$(post '{}' "$api/users/anonymous/genId" | sed 's/.*"anon_id":"\([^"]*\)".*/\1/')
    [[ $id == anon_* ]] || fail "$name: no id, but '$id'"
    page=/aq/acme/$quiz/$id
    post "{\"anon_id\":\"$id\"}" "$api/users/anonymous/initQuiz" >/dev/null || fail "$name: the API"
    get "$base$page" --output /dev/null || fail "$name: a respondent's page"

    if [[ $plain ]]; then
        local location
        location=$(curl --silent --output /dev/null --write-out '%{redirect_url}' "$plain$page")
        [[ $location == https://localhost*"$page" ]] || fail "$name: plain HTTP leads to '$location'"
    fi

    python3 "$packaging/try_bodies.py" "$2" acme "$quiz" "$key" "$tries" || fail "$name: refused bodies"

    # Invented addresses count as the one that they come from.
    stop "$server"
    serve "$2" 20/s
    until_up "$base/healthz"
    local status
    status=$(for number in $(seq 60); do echo "-H 'X-Forwarded-For: 203.0.113.$number'"; done |
        xargs -P 8 -I {} sh -c "curl --silent --insecure --output /dev/null --write-out '%{http_code}\n' {} $api/public")
    grep --quiet 429 <<<"$status" || fail "$name: an invented address escapes the limit of requests"

    # Errors are logged by other means than requests.
    stop "$server"
    [[ $(status_of "$base$page") == 50[234] ]] || fail "$name: a server that is away gives no 502, 503 or 504"
    sleep 0.2
    if grep --recursive --quiet --include '*.log' -- "$id" "$work"; then fail "$name: a log has a respondent's id"; fi
    stop "$proxy"
    echo "$name: passed"
}

https=$(free_port) http=$(free_port)
serve "$https" off
sed -e "s/127.0.0.1:3000/127.0.0.1:$port/; s/listen 443/listen 127.0.0.1:$https/; s/listen 80/listen 127.0.0.1:$http/" \
    -e "s|/etc/ssl/quiz.example.com.pem|$work/cert.pem|; s|/etc/ssl/quiz.example.com.key|$work/key.pem|" \
    -e "s/quiz.example.com/localhost/; s|/var/log/nginx|$work|" "$packaging/nginx.conf" >site.conf
# As on Debian, every request is logged unless a site says otherwise.
cat >nginx.conf <<NGINX
pid $work/nginx.pid;
error_log $work/nginx-main.log;
events {}
http {
    access_log $work/nginx-access.log;
    client_body_temp_path $work/body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    include $work/site.conf;
}
NGINX
user=
if [[ $(id -u) == 0 ]]; then user='user root;'; fi
nginx -e nginx-start.log -c "$work/nginx.conf" -g "daemon off; $user" 2>nginx-stderr.log &
proxy=$!
pids+=("$proxy")
check nginx "$https" "$http"

https=$(free_port) http=$(free_port)
serve "$https" off
sed -e "0,/^{/s//{\n\tadmin off\n\thttps_port $https\n\thttp_port $http\n\tauto_https disable_certs/" \
    -e "s/127.0.0.1:3000/127.0.0.1:$port/; s|^quiz.example.com {|localhost {\n\ttls $work/cert.pem $work/key.pem|" \
    "$packaging/Caddyfile" >Caddyfile
caddy run --config Caddyfile --adapter caddyfile >caddy.log 2>&1 &
proxy=$!
pids+=("$proxy")
check caddy "$https" "$http"

https=$(free_port)
serve "$https" off
sed -e "s|bind :443 ssl crt /etc/haproxy/quiz.example.com.pem|bind 127.0.0.1:$https ssl crt $work/both.pem|" \
    -e "s|/run/haproxy|$work|; s/bind 127.0.0.1:5432/bind 127.0.0.1:$(free_port)/" \
    -e "s/10.0.0.2[01]:3000/127.0.0.1:$port/" \
    -e "s/10.0.0.1[0-2]:5432 check port 8008/127.0.0.1:$closed check/" "$packaging/haproxy.cfg" >haproxy.cfg
haproxy -db -f haproxy.cfg >haproxy.log 2>&1 &
proxy=$!
pids+=("$proxy")
check haproxy "$https"

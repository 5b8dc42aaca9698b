#!/usr/bin/env bash
# Tries the sample configurations of nginx and Caddy: starts each before a server of its own, on this machine alone, and
# asks through it. Needs nginx, caddy, openssl and curl (apt install nginx-light caddy).
#
#   packaging/try-proxies.sh target/release/quiz-answers
set -euo pipefail

binary=$(realpath "${1:?give the program: packaging/try-proxies.sh target/release/quiz-answers}")
packaging=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
cd "$work"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
post() { curl --silent --insecure --fail -H 'content-type: application/json' -d "$1" "$2"; }
until_up() {
    for _ in $(seq 100); do
        if curl --silent --insecure --output /dev/null "$1"; then return; fi
        sleep 0.1
    done
    fail "$1 does not answer"
}

openssl req -x509 -newkey ed25519 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout key.pem -out cert.pem 2>openssl.log
"$binary" --data-dir data namespace create acme --name Acme 2>init.log
quiz=$("$binary" --data-dir data --json quiz create --namespace acme - <<<'{"name":"Q"}' | sed 's/^{"id":"\([^"]*\)".*/\1/')

# Checks what every proxy has to do. $1 is its name, $2 the HTTPS port, $3 the HTTP port, $4 the server's port.
check() {
    local api="https://localhost:$2/api/v1/namespaces/acme/quizzes/$quiz"
    until_up "https://localhost:$2/healthz"

    curl --silent --insecure --fail "https://localhost:$2/aq/acme/$quiz" --output page.html || fail "$1: the start page"
    grep --quiet "<h1" page.html || fail "$1: the start page has no heading"

    local location
    location=$(curl --silent --output /dev/null --write-out '%{redirect_url}' "http://localhost:$3/aq/acme/$quiz")
    [[ $location == https://localhost*"/aq/acme/$quiz" ]] || fail "$1: plain HTTP leads to '$location'"

    local id
    id=$(post '{}' "$api/users/anonymous/genId" | sed 's/.*"anon_id":"\([^"]*\)".*/\1/')
    post "{\"anon_id\":\"$id\"}" "$api/users/anonymous/initQuiz" >/dev/null || fail "$1: the API"
    curl --silent --insecure --fail "https://localhost:$2/aq/acme/$quiz/$id" --output /dev/null || fail "$1: a respondent's page"

    # A definition of 1 MiB passes the proxy, and the server asks for a key.
    head -c 1048576 /dev/zero | tr '\0' ' ' >large.json
    local status
    status=$(curl --silent --insecure --output /dev/null --write-out '%{http_code}' -H 'content-type: application/json' \
        --data-binary @large.json "https://localhost:$2/api/v1/namespaces/acme/quizzes")
    [[ $status == 401 ]] || fail "$1: a definition of 1 MiB gets $status"

    # Invented addresses count as the one that they come from.
    status=$(for number in $(seq 40); do
        curl --silent --insecure --output /dev/null --write-out '%{http_code}\n' \
            -H "X-Forwarded-For: 203.0.113.$number" "$api/public"
    done)
    grep --quiet 429 <<<"$status" || fail "$1: an invented address escapes the limit of requests"

    sleep 0.2
    if grep --recursive --quiet -- "$id" "$work"/*.log; then fail "$1: a log has a respondent's id"; fi
    echo "$1: passed"
}

# Starts a server that believes one proxy; sets `port`.
serve() {
    port=$(free_port)
    "$binary" --data-dir data serve --addr "127.0.0.1:$port" --base-url "https://localhost:$1" --trusted-proxies 1 \
        --rate-limit 20/s >serve.log 2>&1 &
    pids+=($!)
    until_up "http://127.0.0.1:$port/healthz"
}

https=$(free_port) http=$(free_port)
serve "$https"
sed -e "s/127.0.0.1:3000/127.0.0.1:$port/; s/listen 443/listen 127.0.0.1:$https/; s/listen 80/listen 127.0.0.1:$http/" \
    -e "s|/etc/ssl/quiz.example.com.pem|$work/cert.pem|; s|/etc/ssl/quiz.example.com.key|$work/key.pem|" \
    -e "s/quiz.example.com/localhost/; s|/var/log/nginx|$work|" "$packaging/nginx.conf" >site.conf
cat >nginx.conf <<NGINX
pid $work/nginx.pid;
error_log $work/nginx-main.log;
events {}
http {
    client_body_temp_path $work/body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    include $work/site.conf;
}
NGINX
PATH=$PATH:/usr/sbin nginx -e nginx-start.log -c "$work/nginx.conf" -g 'daemon off; user root;' 2>/dev/null &
pids+=($!)
check nginx "$https" "$http" "$port"

https=$(free_port) http=$(free_port)
serve "$https"
{
    printf '{\n\tadmin off\n\thttps_port %s\n\thttp_port %s\n\tauto_https disable_certs\n}\n' "$https" "$http"
    sed -e "s/127.0.0.1:3000/127.0.0.1:$port/; s|^quiz.example.com {|localhost {\n\ttls $work/cert.pem $work/key.pem|" \
        "$packaging/Caddyfile"
} >Caddyfile
HOME=$work caddy run --config Caddyfile --adapter caddyfile >caddy.log 2>&1 &
pids+=($!)
check caddy "$https" "$http" "$port"

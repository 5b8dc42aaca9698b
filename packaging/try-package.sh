#!/bin/sh
# Installs a package in a bare Debian, starts its server, removes it: packaging/try-package.sh PACKAGE.deb
#
# As root, on a machine with mmdebstrap and lintian. The bare Debian is a folder that goes at the end. Ends with 77 where it
# cannot be tried.
set -eu

for tool in dpkg mmdebstrap lintian; do
    command -v "$tool" > /dev/null || { echo "not tried: $tool is not installed" >&2; exit 77; }
done

package=$(realpath "$1")
root=$(mktemp --directory)
server=
end() {
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    rm -rf --one-file-system "$root"
}
trap end EXIT

fail() {
    echo "failed: $1" >&2
    exit 1
}

lintian --allow-root --fail-on error "$package"

mmdebstrap --quiet --variant=minbase --include=adduser,ca-certificates bookworm "$root"
cp "$package" "$root/package.deb"
inside() {
    chroot "$root" "$@"
}
begun=$(date +%s)
inside dpkg --install /package.deb

# There is no systemd, so the server is started by hand, as the unit starts it.
# Each command takes the place of the one before it, so that the signals below reach the server.
chroot "$root" setpriv --reuid quiz-answers --regid quiz-answers --init-groups sh -c '
    set -a; . /etc/quiz-answers.env; exec quiz-answers serve --addr 127.0.0.1:0' > "$root/log" 2>&1 &
server=$!
for _ in $(seq 60); do
    if grep --quiet 'https://quiz.example.org/admin/' "$root/log"; then break; fi
    kill -0 "$server" 2> /dev/null || break
    sleep 0.5
done
grep 'https://quiz.example.org/admin/' "$root/log" || { cat "$root/log"; fail "no link for the first administrator"; }
echo "from the package to the first administrator's link: $(($(date +%s) - begun)) s"

[ "$(stat --format %a:%U "$root/etc/quiz-answers.env" | cut -d: -f1)" = 640 ] || fail "others may read the environment file"
kill "$server"
wait "$server" || fail "SIGTERM: the server ended with status $?"
server=
echo "QA_RATE_LIMIT=50/s" >> "$root/etc/quiz-answers.env"
inside dpkg --force-confdef --force-confold --install /package.deb
grep --quiet '^QA_RATE_LIMIT' "$root/etc/quiz-answers.env" || fail "a second installation changed the environment file"
inside dpkg --purge quiz-answers
[ -s "$root/var/lib/quiz-answers/quiz-answers.db" ] || fail "the answers went with the package"
[ ! -e "$root/etc/quiz-answers.env" ] || fail "purging left the environment file"
[ ! -e "$root/usr/bin/quiz-answers" ] || fail "purging left the program"
echo "installed, started, installed again, purged: passed"

#!/bin/sh
# Runs an image of a container and stops it: packaging/try-image.sh quiz-answers-1.0.0-x86_64-image.tar
#
# As root, on a machine with buildah, which needs no engine for it. Ends with 77 where it cannot be tried.
set -eu

for tool in buildah curl unshare; do
    command -v "$tool" > /dev/null || { echo "not tried: $tool is not installed" >&2; exit 77; }
done
# What is mounted here goes with this process.
[ -n "${MOUNTS:-}" ] || MOUNTS=own exec unshare --mount --propagation private "$0" "$@"

archive=$(realpath "$1")
work=$(mktemp --directory)
server=
build() {
    buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"
}
end() {
    [ -z "$server" ] || kill -KILL "$server" 2> /dev/null || true
    umount --recursive "$work/root" 2> /dev/null || true
    rm -rf --one-file-system "$work"
}
trap end EXIT

fail() {
    echo "failed: $1" >&2
    [ ! -e "$work/log" ] || cat "$work/log" >&2
    exit 1
}

# As an image: what it says of itself, and commands in it.
container=$(build from "oci-archive:$archive")
said='{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}} {{.OCIv1.Config.StopSignal}}'
said=$(build inspect --type container --format "$said" "$container")
[ "$said" = "10001:10001 [/usr/bin/quiz-answers] [serve] SIGTERM" ] || fail "the image says $said"
within() {
    build run --isolation chroot "$container" -- "$@"
}
echo "in the container: $(within quiz-answers --version), $(within id)"
within sh -c 'command -v ssh && test -s /etc/ssl/certs/ca-certificates.crt' || fail "no ssh, or no certificates"
within sh -c 'test -w /var/lib/quiz-answers && ! test -w /usr && ! test -w /etc' || fail "what it may write to"

# As a container: its root read-only, one volume, its account without any right.
mkdir "$work/root" "$work/data"
chown 10001:10001 "$work/data"
chmod 700 "$work/data"
mount --bind "$(build mount "$container")" "$work/root"
mount --options remount,bind,ro "$work/root"
mount --bind "$work/data" "$work/root/var/lib/quiz-answers"
mount --bind /dev "$work/root/dev"
address=127.0.0.1:$((20000 + $$ % 10000))
set -- env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin QA_ADDR=$address QA_DATA_DIR=/var/lib/quiz-answers \
    chroot "$work/root" setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
    --inh-caps=-all quiz-answers
"$@" serve --base-url https://quiz.example.org > "$work/log" 2>&1 &
server=$!
for _ in $(seq 60); do
    if "$@" health > "$work/health" 2>&1; then break; fi
    kill -0 "$server" 2> /dev/null || break
    sleep 0.5
done
[ "$(cat "$work/health")" = ready ] || { cat "$work/health"; fail "it does not become ready"; }
grep 'https://quiz.example.org/admin/' "$work/log" || fail "no link for the first administrator"
curl --silent --fail --output /dev/null "http://$address/admin" || fail "the dashboard"
"$@" namespace create acme --name Acme || fail "a command beside the server"
"$@" backup /var/lib/quiz-answers/saved.db > /dev/null || fail "a backup"
kill "$server"
wait "$server" || fail "SIGTERM: it ended with status $?"
server=
if "$@" health > "$work/health" 2>&1; then fail "it is healthy after its end"; fi
[ "$(stat --format %a:%u "$work/data/quiz-answers.db")" = 600:10001 ] || fail "others may read the database"
echo "read, run with a read-only root, stopped: passed"

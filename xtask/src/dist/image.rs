//! The container image: a minimal Debian with certificates and `ssh`, and the program. The archive is both an OCI
//! layout and readable by `docker load`; it is built by `mmdebstrap` and `tar`.

use std::{
    env::consts::ARCH,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::run::{BILL, LICENCES, reproducible_tar, rfc3339, sha256};
use xtask::process;

const SUITE: &str = "bookworm";
/// `ssh` delivers exports. Of the two packages for merged folders, one would pull in all of Perl.
const PACKAGES: &str = "ca-certificates,openssh-client,usr-is-merged,usrmerge-";
const MERGED: &str = "/usr/share/mmdebstrap/hooks/merged-usr";
/// The account, which owns the only writable folder.
const ACCOUNT: u32 = 10_001;
const DATA: &str = "var/lib/quiz-answers";
const NAME: &str = "quiz-answers";

/// Builds the archive in `folder` from the tarball unpacked there, and returns its path. Without mmdebstrap, prints a
/// note and returns `None`.
pub(super) fn archive(folder: &Path, unpacked: &Path, version: &str, moment: &str) -> Result<Option<PathBuf>> {
    if process::find(&["mmdebstrap"]).is_none() {
        println!("      not made: mmdebstrap is not installed (apt-get install mmdebstrap)");
        return Ok(None);
    }
    let work = folder.join("image");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let tars = [("debian", debian(&work, moment)?), ("quiz-answers", program(&work, unpacked, moment)?)];
    let file = folder.join(format!("{NAME}-{version}-{ARCH}-image.tar"));
    assemble(&work, &tars, version, moment, &file)?;
    fs::remove_dir_all(&work)?;
    Ok(Some(file))
}

/// Builds the archive from these layers, which it compresses.
fn assemble(work: &Path, tars: &[(&str, PathBuf)], version: &str, moment: &str, file: &Path) -> Result<()> {
    let layout = Layout { blobs: work.join("layout/blobs/sha256"), work: work.to_owned() };
    fs::create_dir_all(&layout.blobs)?;
    let layers = tars.iter().map(|(made_by, tar)| layout.layer(made_by, tar)).collect::<Result<Vec<_>>>()?;
    let described = layout.describe(&layers, version, &rfc3339(moment)?)?;
    layout.index(&described, &layers, version)?;
    let mut tar = reproducible_tar(moment);
    tar.args(["--create", "--mode=u=rwX,go=rX", "--file"]).arg(file).arg("--directory").arg(work.join("layout"));
    process::run(tar.args(["blobs", "index.json", "manifest.json", "oci-layout"]))
}

/// The packages without their documentation, and the account.
fn debian(work: &Path, moment: &str) -> Result<PathBuf> {
    let file = work.join("debian.tar");
    let line = |colons: &str| format!("echo {NAME}:x:{ACCOUNT}:{colons}");
    let account = format!(
        "{} >> \"$1/etc/passwd\"; {} >> \"$1/etc/group\"",
        line(&format!("{ACCOUNT}::/{DATA}:/usr/sbin/nologin")),
        line(""),
    );
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--variant=essential", "--format=tar", "--include", PACKAGES, "--hook-directory", MERGED]);
    // The container engine provides devices, and creating them requires privileges.
    make.arg("--skip=output/dev");
    for left_out in ["doc", "info", "locale", "man"] {
        make.arg(format!("--dpkgopt=path-exclude=/usr/share/{left_out}/*"));
    }
    make.arg("--dpkgopt=path-include=/usr/share/doc/*/copyright").arg(format!("--customize-hook={account}"));
    process::run(make.arg(SUITE).arg(&file).env("SOURCE_DATE_EPOCH", moment))?;
    Ok(file)
}

fn program(work: &Path, unpacked: &Path, moment: &str) -> Result<PathBuf> {
    let (root, file) = (work.join("root"), work.join("program.tar"));
    let documents = root.join("usr/share/doc/quiz-answers");
    for folder in [&documents, &root.join("usr/bin"), &root.join(DATA)] {
        fs::create_dir_all(folder)?;
    }
    fs::copy(unpacked.join(NAME), root.join("usr/bin").join(NAME))?;
    for name in ["LICENSE", LICENCES, BILL] {
        fs::copy(unpacked.join(name), documents.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    let files = ["usr/bin/quiz-answers", "usr/share/doc/quiz-answers"];
    let mut tar = reproducible_tar(moment);
    tar.args(["--create", "--mode=u=rwX,go=rX", "--file"]).arg(&file).arg("--directory").arg(&root);
    process::run(tar.args(files))?;
    let mut tar = reproducible_tar(moment);
    tar.args(["--append", "--mode=700", &format!("--owner={ACCOUNT}"), &format!("--group={ACCOUNT}"), "--file"]);
    process::run(tar.arg(&file).arg("--directory").arg(&root).arg(DATA))?;
    Ok(file)
}

struct Layout {
    work: PathBuf,
    blobs: PathBuf,
}

struct Blob {
    digest: String,
    size: u64,
}

struct Layer {
    blob: Blob,
    /// Of the uncompressed layer.
    digest: String,
    made_by: String,
}

impl Layout {
    fn layer(&self, made_by: &str, tar: &Path) -> Result<Layer> {
        let digest = sha256(tar)?;
        process::run(Command::new("gzip").args(["-n", "--force"]).arg(tar))?;
        let blob = self.keep(&tar.with_extension("tar.gz"))?;
        Ok(Layer { blob, digest, made_by: made_by.to_owned() })
    }

    /// Moves a file to the name given by its digest.
    fn keep(&self, file: &Path) -> Result<Blob> {
        let (digest, size) = (sha256(file)?, fs::metadata(file)?.len());
        ensure!(digest.len() == 64, "sha256sum printed {digest:?}");
        fs::rename(file, self.blobs.join(&digest))?;
        Ok(Blob { digest, size })
    }

    fn keep_json(&self, value: &Value) -> Result<Blob> {
        let file = self.work.join("blob.json");
        fs::write(&file, value.to_string())?;
        self.keep(&file)
    }

    /// The configuration and manifest of the image.
    fn describe(&self, layers: &[Layer], version: &str, created: &str) -> Result<(Blob, Blob)> {
        let second = 1_000_000_000_u64;
        let config = self.keep_json(&json!({
            "architecture": architecture(),
            "os": "linux",
            "created": created,
            "config": {
                "User": format!("{ACCOUNT}:{ACCOUNT}"),
                "ExposedPorts": { "3000/tcp": {} },
                "Env": [
                    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                    "QA_ADDR=0.0.0.0:3000",
                    format!("QA_DATA_DIR=/{DATA}"),
                ],
                "Entrypoint": ["/usr/bin/quiz-answers"],
                "Cmd": ["serve"],
                "Volumes": { format!("/{DATA}"): {} },
                "WorkingDir": format!("/{DATA}"),
                "StopSignal": "SIGTERM",
                // Docker's extension; other engines ignore it.
                "Healthcheck": {
                    "Test": ["CMD", "/usr/bin/quiz-answers", "health"],
                    "Interval": 30 * second,
                    "Timeout": 10 * second,
                    "StartPeriod": 60 * second,
                    "Retries": 3,
                },
                "Labels": labels(version),
            },
            "rootfs": {
                "type": "layers",
                "diff_ids": layers.iter().map(|layer| format!("sha256:{}", layer.digest)).collect::<Vec<_>>(),
            },
            "history": layers
                .iter()
                .map(|layer| json!({ "created": created, "created_by": layer.made_by }))
                .collect::<Vec<_>>(),
        }))?;
        let manifest = self.keep_json(&json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": reference("application/vnd.oci.image.config.v1+json", &config),
            "layers": layers
                .iter()
                .map(|layer| reference("application/vnd.oci.image.layer.v1.tar+gzip", &layer.blob))
                .collect::<Vec<_>>(),
        }))?;
        Ok((config, manifest))
    }

    /// The entry points: OCI's index and the manifest for `docker load`.
    fn index(&self, (config, manifest): &(Blob, Blob), layers: &[Layer], version: &str) -> Result<()> {
        let layout = self.work.join("layout");
        let mut entry = reference("application/vnd.oci.image.manifest.v1+json", manifest);
        entry["annotations"] = json!({
            "org.opencontainers.image.ref.name": version,
            "io.containerd.image.name": format!("docker.io/library/{NAME}:{version}"),
        });
        entry["platform"] = json!({ "architecture": architecture(), "os": "linux" });
        let index = json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.index.v1+json",
            "manifests": [entry],
        });
        let path = |blob: &Blob| format!("blobs/sha256/{}", blob.digest);
        let docker = json!([{
            "Config": path(config),
            "RepoTags": [format!("{NAME}:{version}")],
            "Layers": layers.iter().map(|layer| path(&layer.blob)).collect::<Vec<_>>(),
        }]);
        let files = [
            ("index.json", index),
            ("manifest.json", docker),
            ("oci-layout", json!({ "imageLayoutVersion": "1.0.0" })),
        ];
        for (name, content) in files {
            fs::write(layout.join(name), content.to_string())?;
        }
        Ok(())
    }
}

fn labels(version: &str) -> Value {
    json!({
        "org.opencontainers.image.title": "Quiz Answers",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": env!("CARGO_PKG_LICENSE"),
    })
}

fn reference(media_type: &str, blob: &Blob) -> Value {
    json!({ "mediaType": media_type, "digest": format!("sha256:{}", blob.digest), "size": blob.size })
}

/// In Go's naming.
fn architecture() -> &'static str {
    match ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use xtask::project::Project;

    use super::*;

    fn read(file: &Path) -> Value {
        serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON")
    }

    /// Builds an archive with two layers of one file each, and returns it with its unpacked content.
    fn made(name: &str) -> (Vec<u8>, PathBuf) {
        let work = Project::read().expect("the project").target("tmp").join(name);
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).expect("a folder");
        let tars = ["one", "two"].map(|layer| {
            fs::write(work.join(layer), layer).expect("a file");
            let tar = work.join(format!("{layer}.tar"));
            let mut make = reproducible_tar("1795219200");
            make.arg("--create").arg("--file").arg(&tar).arg("--directory").arg(&work).arg(layer);
            process::run(&mut make).expect("a layer");
            (layer, tar)
        });
        let file = work.join("image.tar");
        assemble(&work, &tars, "0.1.0", "1795219200", &file).expect("an image");
        let unpacked = work.join("unpacked");
        fs::create_dir(&unpacked).expect("a folder");
        process::run(Command::new("tar").arg("--extract").arg("--file").arg(&file).arg("--directory").arg(&unpacked))
            .expect("an archive");
        (fs::read(&file).expect("an archive"), unpacked)
    }

    #[test]
    fn each_name_is_the_digest_of_what_it_names() {
        let (archive, folder) = made("image-test");
        let (again, other) = made("image-test-again");
        assert_eq!(archive, again, "the same bytes");
        let mut named = BTreeSet::new();
        let mut follow = |reference: &Value| {
            let digest =
                reference["digest"].as_str().and_then(|digest| digest.strip_prefix("sha256:")).expect("a digest");
            let file = folder.join("blobs/sha256").join(digest);
            assert_eq!(sha256(&file).expect("a digest"), digest);
            assert_eq!(reference["size"], fs::metadata(&file).expect("a file").len());
            named.insert(digest.to_owned());
            file
        };
        let manifest = read(&follow(&read(&folder.join("index.json"))["manifests"][0]));
        let config = read(&follow(&manifest["config"]));
        let layers: Vec<_> = manifest["layers"].as_array().expect("layers").iter().map(&mut follow).collect();
        for (layer, diff) in layers.iter().zip(config["rootfs"]["diff_ids"].as_array().expect("digests")) {
            let shell = "gzip --decompress --to-stdout < \"$0\" | sha256sum";
            let sum = process::output(Command::new("sh").args(["-c", shell]).arg(layer)).expect("a sum");
            assert_eq!(format!("sha256:{}", &sum[..64]), *diff);
        }
        // Docker's manifest lists the same files.
        let docker = &read(&folder.join("manifest.json"))[0];
        let paths = docker["Layers"].as_array().expect("layers").iter().chain([&docker["Config"]]);
        assert!(paths.into_iter().all(|path| named.contains(&path.as_str().expect("a path")["blobs/sha256/".len()..])));
        let kept = fs::read_dir(folder.join("blobs/sha256")).expect("blobs").count();
        assert_eq!((kept, layers.len(), named.len()), (4, 2, 4), "nothing is missing, nothing is there in vain");
        assert_eq!(config["config"]["Healthcheck"]["Test"][2], "health");
        for folder in [folder, other] {
            fs::remove_dir_all(folder.parent().expect("a folder")).expect("it goes");
        }
    }
}

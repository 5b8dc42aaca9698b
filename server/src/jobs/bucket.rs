//! Exported files in a bucket: uploaded in parts from the finished draft, and visible only once the last part is there.

use std::{io::Read, sync::Arc};

use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart, path::Path};
use thiserror::Error;

use crate::export::Draft;

/// Size of a part in bytes. S3 requires at least 5 MiB, and accepts 10,000 parts per file.
const PART: usize = 8 * 1024 * 1024;
const AT_ONCE: usize = 3;

/// Uploads a draft. The draft is gone afterwards, even on failure.
pub(super) async fn upload(bucket: &Arc<dyn ObjectStore>, target: &Path, draft: Draft) -> anyhow::Result<()> {
    let mut file = draft.reader()?;
    let mut upload = WriteMultipart::new_with_chunk_size(bucket.put_multipart(target).await?, PART);
    loop {
        let (read, rest) = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::with_capacity(PART);
            (&mut file).take(PART as u64).read_to_end(&mut piece).map(|_| (piece, file))
        })
        .await??;
        file = rest;
        if read.is_empty() {
            break;
        }
        if let Err(error) = upload.wait_for_capacity(AT_ONCE).await {
            // Discard the uploaded parts; the bucket may also do so by itself.
            let _ = upload.abort().await;
            return Err(error.into());
        }
        upload.put(read.into());
    }
    upload.finish().await?;
    Ok(())
}

#[derive(Debug, Eq, Error, PartialEq)]
enum AddressError {
    #[error("{0} is not an address such as s3://bucket/prefix")]
    Malformed(String),
    #[error("s3://{bucket} has no prefix: give exports a place of their own in it, such as s3://{bucket}/quiz-exports")]
    NoPrefix { bucket: String },
}

/// Returns the bucket and prefix of a URL like `s3://bucket/prefix`, with credentials from `AWS_…` environment
/// variables.
pub fn open(address: &str) -> anyhow::Result<Arc<dyn ObjectStore>> {
    let place = address.strip_prefix("s3://").filter(|place| !place.starts_with('/') && !place.is_empty());
    let place = place.ok_or_else(|| AddressError::Malformed(address.to_owned()))?;
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    let prefix = prefix.trim_matches('/');
    if prefix.is_empty() {
        return Err(AddressError::NoPrefix { bucket: bucket.to_owned() }.into());
    }
    s3(bucket, prefix)
}

#[cfg(feature = "s3")]
fn s3(bucket: &str, prefix: &str) -> anyhow::Result<Arc<dyn ObjectStore>> {
    use object_store::{aws::AmazonS3Builder, prefix::PrefixStore};
    let store = AmazonS3Builder::from_env().with_bucket_name(bucket).build()?;
    Ok(Arc::new(PrefixStore::new(store, prefix)))
}

#[cfg(not(feature = "s3"))]
fn s3(_: &str, _: &str) -> anyhow::Result<Arc<dyn ObjectStore>> {
    anyhow::bail!("this program was built without S3: take the one of a tarball, or build it with --features s3")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_need_a_prefix_of_their_own() {
        for address in ["s3://bucket", "s3://bucket/", "s3://bucket//"] {
            let error = open(address).map(drop).expect_err(address);
            let expected = AddressError::NoPrefix { bucket: "bucket".to_owned() };
            assert_eq!(error.downcast_ref(), Some(&expected), "{error}");
        }
        for address in ["s3://", "s3:///prefix", "bucket/prefix"] {
            let error = open(address).map(drop).expect_err(address);
            assert_eq!(error.downcast_ref(), Some(&AddressError::Malformed(address.to_owned())), "{error}");
        }
    }
}

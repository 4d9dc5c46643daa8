//! TLS with a certificate in PEM files.

use super::FrontError;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, pem, pem::PemObject};
use std::{path::Path, sync::Arc};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring},
};

/// Creates the acceptor of TLS connections: TLS 1.2 and 1.3, for HTTP/1.1.
pub(super) fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, FrontError> {
    let unreadable = |error: pem::Error, what: &str| match error {
        pem::Error::Io(error) => error.to_string(),
        pem::Error::NoItemsFound => format!("the file contains no {what} in PEM"),
        other => format!("the file is not valid PEM: {other}"),
    };
    let bad_chain = |reason| FrontError::Certificate { file: certificate.to_owned(), reason };
    let bad_key = |reason| FrontError::Key { file: key.to_owned(), reason };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| bad_chain(unreadable(error, "certificate")))?;
    if chain.is_empty() {
        return Err(bad_chain("the file contains no certificate in PEM".to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_file(key);
    let secret = secret.map_err(|error| bad_key(unreadable(error, "private key")))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, secret));
    let mut config =
        config.map_err(|error| bad_key(format!("the key cannot be used with the certificate: {error}")))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

use crate::Failure;
use clap::Parser;
#[derive(Debug, Parser)]
pub(crate) struct Arguments {}
impl Arguments { pub(crate) async fn run(self) -> Result<(), Failure> { Ok(()) } }

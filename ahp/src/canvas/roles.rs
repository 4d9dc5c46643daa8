//! Host and clients together, over connections that keep the order of their frames and nothing else.

mod lifecycle;
mod peers;
mod programs;
mod world;

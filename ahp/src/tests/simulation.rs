//! Host and clients together, over connections that keep the order of their frames and nothing else.

mod faults;
mod lifecycle;
mod network;
mod observer;
mod peers;
mod programs;
mod walk;

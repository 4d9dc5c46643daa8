//! Tests of a host with its clients, over connections that preserve only the order of their own frames.

mod faults;
mod lifecycle;
mod network;
mod observer;
mod peers;
mod programs;
mod walk;

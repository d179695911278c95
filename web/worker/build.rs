//! Sets the size of the stack, for the deepest line of a search, and the maximum of memory.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for argument in ["-zstack-size=4194304", "--max-memory=2147483648"] {
        println!("cargo::rustc-link-arg-cdylib={argument}");
    }
}

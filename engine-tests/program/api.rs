//! The public API of the engine package, as the file `engine/api.txt`.
//!
//! The lint `unreachable_pub` ensures that every `pub` item can be reached, so the file lists all of them, without
//! documentation and bodies. `STONEFALL_WRITE_API=1 cargo test --test program api` writes it.

use crate::words::files_below;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use syn::{Attribute, File, ImplItem, Item, ItemImpl, Type, Visibility, parse_quote};

const FILE: &str = "engine/api.txt";

/// Attributes that are part of the API.
const SHOWN: [&str; 5] = ["derive", "cfg", "must_use", "non_exhaustive", "macro_export"];

#[test]
fn the_public_api_is_that_of_the_file() {
    let api = public_api(&sources());
    if std::env::var_os("STONEFALL_WRITE_API").is_some() {
        fs::write(FILE, api).unwrap();
        return;
    }
    let written = fs::read_to_string(FILE).unwrap_or_default();
    let (found, expected): (BTreeSet<_>, BTreeSet<_>) =
        (api.lines().collect(), written.lines().collect());
    let list = |lines: Vec<&&str>| lines.iter().fold(String::new(), |text, it| text + "\n" + it);
    assert!(
        api == written,
        "the public API differs from {FILE}; if that is wanted: STONEFALL_WRITE_API=1 cargo test --test program api\n\
         only in the code:{}\nonly in the file:{}",
        list(found.difference(&expected).collect()),
        list(expected.difference(&found).collect()),
    );
}

#[test]
fn only_public_items_are_listed() {
    let source = "
        //! Documentation.
        /// A type.
        #[derive(Clone)] #[inline]
        pub struct Shown { /// A field.
            pub field: u8, hidden: u8 }
        struct Hidden;
        pub(crate) fn internal() {}
        impl Shown { pub fn shown(&self) -> u8 { 7 } fn hidden() {} }
        impl Hidden { pub fn hidden() {} }
        impl Default for Shown { fn default() -> Self { loop {} } }
        #[cfg(test)] mod tests { pub fn test() {} }
        pub trait Named { fn name(&self) -> String { String::new() } }
    ";
    let expected = "
// src/example.rs
#[derive(Clone)]
pub struct Shown {
    pub field: u8,
}
impl Shown {
    pub fn shown(&self) -> u8 {}
}
impl Default for Shown {}
pub trait Named {
    fn name(&self) -> String {}
}
";
    let sources = vec![("src/example.rs".to_owned(), source.to_owned())];
    assert_eq!(public_api(&sources), expected);
}

/// Names and texts of the engine's source files.
fn sources() -> Vec<(String, String)> {
    let mut files = files_below(Path::new("engine/src"));
    files.sort();
    let rust = files.iter().filter(|file| file.extension().is_some_and(|it| it == "rs"));
    let read = |file: &std::path::PathBuf| {
        let name = file.to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(file).unwrap())
    };
    rust.map(read).collect()
}

fn public_api(sources: &[(String, String)]) -> String {
    let files: Vec<_> =
        sources.iter().map(|(name, text)| (name, syn::parse_file(text).unwrap())).collect();
    let names: BTreeSet<_> =
        files.iter().flat_map(|(_, file)| &file.items).filter_map(public_type).collect();
    let mut api = String::new();
    for (name, file) in files {
        let items = public(file.items, &names);
        if !items.is_empty() {
            let text = prettyplease::unparse(&File { items, ..parse_quote!() });
            write!(api, "\n// {name}\n{text}").unwrap();
        }
    }
    api
}

/// The name of a public type.
fn public_type(item: &Item) -> Option<String> {
    let (visibility, name) = match item {
        Item::Struct(it) => (&it.vis, &it.ident),
        Item::Enum(it) => (&it.vis, &it.ident),
        Item::Type(it) => (&it.vis, &it.ident),
        Item::Trait(it) => (&it.vis, &it.ident),
        _ => return None,
    };
    is_public(visibility).then(|| name.to_string())
}

/// The public items, without documentation, bodies and private fields.
fn public(items: Vec<Item>, names: &BTreeSet<String>) -> Vec<Item> {
    items.into_iter().filter_map(|item| public_item(item, names)).collect()
}

fn public_item(mut item: Item, names: &BTreeSet<String>) -> Option<Item> {
    match &mut item {
        Item::Fn(it) => {
            *it.block = parse_quote!({});
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Struct(it) => {
            for field in &mut it.fields {
                keep_shown(&mut field.attrs);
            }
            if let syn::Fields::Named(fields) = &mut it.fields {
                let public = std::mem::take(&mut fields.named).into_iter();
                fields.named = public.filter(|field| is_public(&field.vis)).collect();
            }
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Enum(it) => {
            for variant in &mut it.variants {
                keep_shown(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| keep_shown(&mut field.attrs));
            }
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Trait(it) => {
            for item in &mut it.items {
                match item {
                    syn::TraitItem::Fn(it) => {
                        keep_shown(&mut it.attrs);
                        it.default = it.default.as_ref().map(|_| parse_quote!({}));
                    }
                    syn::TraitItem::Type(it) => keep_shown(&mut it.attrs),
                    syn::TraitItem::Const(it) => keep_shown(&mut it.attrs),
                    _ => {}
                }
            }
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Const(it) => {
            *it.expr = parse_quote!(_);
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Static(it) => {
            *it.expr = parse_quote!(_);
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Type(it) => shown(&mut it.attrs, &it.vis)?,
        Item::Use(it) => shown(&mut it.attrs, &it.vis)?,
        Item::Mod(it) => {
            if is_test(&it.attrs) {
                return None;
            }
            if let Some((_, items)) = &mut it.content {
                *items = public(std::mem::take(items), names);
            }
            shown(&mut it.attrs, &it.vis)?;
        }
        Item::Impl(it) => return public_impl(it, names).then_some(item),
        Item::Macro(it) if it.attrs.iter().any(|it| it.path().is_ident("macro_export")) => {
            keep_shown(&mut it.attrs);
            it.mac.tokens = TokenStream::new();
        }
        _ => return None,
    }
    Some(item)
}

/// Keeps the public items of an implementation; whether it is part of the API.
fn public_impl(it: &mut ItemImpl, names: &BTreeSet<String>) -> bool {
    let Type::Path(path) = &*it.self_ty else { return false };
    let name = path.path.segments.last().map(|last| last.ident.to_string());
    if is_test(&it.attrs) || name.is_none_or(|name| !names.contains(&name)) {
        return false;
    }
    keep_shown(&mut it.attrs);
    if let Some((of, _)) = &it.trait_ {
        it.items.clear();
        let of = of.to_token_stream().to_string();
        return FOREIGN.iter().any(|known| of.starts_with(known)) || names.contains(&of);
    }
    it.items.retain_mut(|item| match item {
        ImplItem::Fn(it) => {
            it.block = parse_quote!({});
            shown(&mut it.attrs, &it.vis).is_some()
        }
        ImplItem::Const(it) => {
            it.expr = parse_quote!(_);
            shown(&mut it.attrs, &it.vis).is_some()
        }
        _ => false,
    });
    !it.items.is_empty()
}

/// Traits of other packages: the beginnings of their names.
const FOREIGN: [&str; 24] = [
    "Add",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Default",
    "Deref",
    "Deserialize",
    "Display",
    "Drop",
    "Error",
    "Extend",
    "From",
    "Hash",
    "Index",
    "IntoIterator",
    "Iterator",
    "Mul",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
    "Sub",
];

/// Keeps the attributes of an item that are part of the API; `None` if the item is not.
fn shown(attributes: &mut Vec<Attribute>, visibility: &Visibility) -> Option<()> {
    let is_shown = is_public(visibility) && !is_test(attributes);
    keep_shown(attributes);
    is_shown.then_some(())
}

fn keep_shown(attributes: &mut Vec<Attribute>) {
    attributes.retain(|it| SHOWN.iter().any(|name| it.path().is_ident(name)));
}

fn is_test(attributes: &[Attribute]) -> bool {
    let test = quote::quote!(#[cfg(test)]).to_string();
    attributes.iter().any(|it| it.to_token_stream().to_string() == test)
}

const fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

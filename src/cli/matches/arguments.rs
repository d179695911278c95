//! The command line of a match.

use super::words::{self, Words};
use crate::cli::output::{Screen, complain};
use crate::cli::{Error, duration, rules};
use crate::tools::matches::{
    Adjudication, Agreement, BookFormat, BookLine, Contender, DrawRules, Format, Lines, Plan, Sprt,
    read_book, shuffle,
};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::types::{HalfKomi, RuleSet, Rules, check_size};

/// Games of each pairing, without and with a test that ends them.
const GAMES: usize = 100;
const SPRT_GAMES: usize = 3000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "An engine is a program (self is this one) and KEY=VALUE pairs, separated by commas:\n  \
    name=NAME              its name; what it calls itself if absent\n  \
    cmd=PROGRAM            the program, if it is not the first word\n  \
    arg=WORD, args=WORDS   arguments: one as it is, or several with blanks between\n  \
    dir=FOLDER, env.X=Y    folder to start in; a variable of the environment\n  \
    option.NAME=VALUE      an option of the engine\n  \
    tc=5+0.05              seconds for the game (or minutes:seconds) and for each move\n  \
    movetime=500ms         time for each move\n  \
    nodes=N, depth=N       positions, or plies, for each move\n  \
    margin=10ms            how much more time than that is forgiven\n  \
    restart=on             start it anew for every game\n\
    What --each says holds for all engines that do not say otherwise.\n\n\
    Examples:\n  \
    stonefall match --engine self --engine ./tiltak --each tc=5+0.05 --half-komi 4 \\\n      \
    --book openings/6x6-komi2.txt --games 200 --concurrency 2 --out games.ptn\n  \
    stonefall match --engine ./new,name=new --engine ./old,name=old --each tc=2+0.02 \\\n      \
    --book openings/6x6-komi2.txt --sprt elo0=0,elo1=20 --out test.ptn\n\
    stonefall match --pool part*.ptn --sprt elo0=0,elo1=20        # what parts come to together\n\
    An interrupted match goes on when the same command is given again: docs/match.md."
)]
pub(in crate::cli) struct Arguments {
    /// An engine, at least twice: PROGRAM[,KEY=VALUE...] as below
    #[arg(long = "engine", value_name = "ENGINE", required_unless_present = "pool", value_parser = words::read)]
    engines: Vec<Words>,
    /// Play nothing: put the games of these files together, parts of one match that were played anywhere
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["engines", "each", "games", "book", "out", "part"]
    )]
    pub(super) pool: Vec<PathBuf>,
    /// What holds for all engines that do not say otherwise
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = words::read)]
    each: Option<Words>,
    /// Everybody against everybody, or the first against all others
    #[arg(long, value_enum, default_value_t = Kind::RoundRobin, value_name = "FORMAT")]
    format: Kind,
    /// Games of each pairing: both colours of each opening [default: 100; with --sprt at most 3000, or what the book has]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Play until it is clear whether the first of two engines is stronger:
    /// default or elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", value_parser = words::read_sprt)]
    pub(super) sprt: Option<Sprt>,
    /// Board size, 3 to 8 [default: 6, or the one that the rules are for]
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Rules of the game by their name (help lists them); other engines need options for what is
    /// not standard: Flats and Caps, Opening [default: standard]
    #[arg(long, value_name = "NAME", value_parser = rules::Reader)]
    rules: Option<RuleSet>,
    /// Komi in half flats, -20 to 20; more than 0 helps Black
    #[arg(
        long,
        alias = "halfkomi",
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    half_komi: i32,
    /// Openings: lines of moves (as in openings/), lines of TPS, or PTN games
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,
    /// Format of the book [default: found out from its text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    book_format: Option<BookKind>,
    /// Take only so many plies of each opening
    #[arg(long, value_name = "N")]
    book_plies: Option<usize>,
    /// Seed of the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take only every Nth opening of the book, beginning with the Kth: K/N, for a match in N parts
    #[arg(long, value_name = "K/N", value_parser = words::read_part, requires = "book")]
    part: Option<(usize, usize)>,
    /// Begin the book again when it is used up, even if games are then played twice
    #[arg(long, requires = "book")]
    repeat_openings: bool,
    /// Play the openings in the order of the book
    #[arg(long, conflicts_with = "seed")]
    in_order: bool,
    /// Games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Draw when a position stands on the board for the Nth time; 0 for never
    #[arg(long, value_name = "N", default_value_t = 3)]
    repetitions: usize,
    /// Draw after so many plies; 0 for never
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_plies: usize,
    /// Draw after so many plies without a placement or a flattened wall (PlayTak: 50); 0 for never
    #[arg(long, value_name = "N", default_value_t = 0)]
    reversible_plies: u16,
    /// End a game that both engines call won: default or moves=4,score=1000,after=0
    #[arg(long, value_name = "RULE", value_parser = words::read_win)]
    resign: Option<Agreement>,
    /// End a game that both engines call drawn: default or moves=8,score=10,after=60
    #[arg(long, value_name = "RULE", value_parser = words::read_draw)]
    draw: Option<Agreement>,
    /// Time that is forgiven on every move
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = duration::read)]
    margin: Duration,
    /// Longest wait for an engine to start, to get ready, or to move without a limit of time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration::read)]
    patience: Duration,
    /// PTN file for the games; if it holds the first games of this match, the match goes on from there
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Begin again, even if the file has games already
    #[arg(long, requires = "out")]
    pub(super) restart: bool,
    /// Write the line that an engine expects behind each move
    #[arg(long)]
    lines: bool,
    /// Write a summary as JSON instead of a table (docs/json.md describes it)
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) screen: Screen,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    RoundRobin,
    Gauntlet,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum BookKind {
    Moves,
    Tps,
    Ptn,
}

impl Arguments {
    /// The match that is meant.
    pub(super) fn plan(&self) -> Result<Plan, Error> {
        let set = self.rules.unwrap_or_default();
        let size = check_size(self.size.unwrap_or(set.board(6)))?;
        let rules = Rules::standard(size).with_komi(HalfKomi::new(self.half_komi)?);
        let mut rules = set.apply(size, rules)?;
        rules.reversible_plies = self.reversible_plies;
        let never = |number: usize| if number == 0 { None } else { Some(number) };
        let (contenders, openings) = (self.contenders()?, self.openings(size, rules)?);
        let games = self.games(&contenders, openings.len())?;
        Ok(Plan {
            size,
            rules,
            contenders,
            format: match self.format {
                Kind::RoundRobin => Format::RoundRobin,
                Kind::Gauntlet => Format::Gauntlet,
            },
            openings,
            games: games.next_multiple_of(2),
            draws: DrawRules { repetitions: never(self.repetitions), plies: never(self.max_plies) },
            adjudication: Adjudication { win: self.resign, draw: self.draw },
            patience: self.patience,
            concurrency: self.concurrency.into(),
            lines: if self.lines { Lines::Kept } else { Lines::Dropped },
        })
    }

    /// Games of each pairing. Without a clock, games of the same opening are the same: they are not to be counted twice.
    fn games(&self, contenders: &[Contender], openings: usize) -> Result<usize, Error> {
        let wanted = self.games.unwrap_or(if self.sprt.is_some() { SPRT_GAMES } else { GAMES });
        let most = 2 * openings;
        if self.book.is_none() || wanted <= most || self.repeat_openings {
            return Ok(wanted);
        }
        if !contenders.iter().all(|contender| contender.control.is_timeless()) {
            complain(&format!("after {most} games the book begins again: games may be alike"));
            return Ok(wanted);
        }
        if self.games.is_none() {
            return Ok(most);
        }
        Err(Error::Usage(format!(
            "expected at most {most} games for a book of {openings} openings, found {wanted}: without a clock the \
             others would be the same again (--repeat-openings plays them all the same)"
        )))
    }

    fn contenders(&self) -> Result<Vec<Contender>, Error> {
        let usage = |text: String| Error::Usage(text);
        let mut contenders = Vec::new();
        for words in &self.engines {
            let mut contender = Words::nobody().map_err(usage)?;
            contender.margin = self.margin;
            for words in self.each.iter().chain([words]) {
                words.apply(&mut contender).map_err(usage)?;
            }
            if contender.control.is_open() {
                let engine = contender.launch.command();
                return Err(usage(format!(
                    "expected tc, movetime, nodes or depth for {engine} or in --each, found none"
                )));
            }
            contenders.push(contender);
        }
        match contenders.len() {
            0 | 1 => Err(usage("expected at least two engines (self is this program)".into())),
            2 => Ok(contenders),
            _ if self.sprt.is_none() => Ok(contenders),
            found => Err(usage(format!("expected two engines for --sprt, found {found}"))),
        }
    }

    fn openings(&self, size: usize, rules: Rules) -> Result<Vec<BookLine>, Error> {
        let Some(path) = &self.book else { return Ok(vec![BookLine::default()]) };
        let file = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|reason| Error::File { file: file.clone(), reason })?;
        let format = match self.book_format {
            None => BookFormat::guess(&text),
            Some(BookKind::Moves) => BookFormat::Moves,
            Some(BookKind::Tps) => BookFormat::Tps,
            Some(BookKind::Ptn) => BookFormat::Ptn,
        };
        let mut book = read_book(&text, format, self.book_plies, size, rules)
            .map_err(|error| Error::Failed(format!("{file}: {error}")))?;
        if !self.in_order {
            shuffle(&mut book, self.seed);
        }
        let Some((part, parts)) = self.part else { return Ok(book) };
        let found = book.len();
        let book: Vec<_> = book.into_iter().skip(part - 1).step_by(parts).collect();
        if book.is_empty() {
            return Err(Error::Usage(format!(
                "expected at least {part} openings in {file} for --part {part}/{parts}, found {found}"
            )));
        }
        Ok(book)
    }
}

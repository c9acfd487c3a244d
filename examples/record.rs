//! The runs that lessons read their answers from, as lines of `src/lesson/recorded.txt`: `make recorded` writes them.

use flitscope::{
    experiment::RunError,
    lesson::{RECORDED, recorded},
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

fn main() -> Result<(), RunError> {
    let lines = RECORDED.to_vec().into_par_iter().map(recorded::line).collect::<Result<Vec<_>, _>>()?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(())
}

/** Find similar: what is like the examples that a person has marked, by features of a network that was not trained for it. */
export { findSimilar } from './find.ts';
export { fromKept, KeptLearned, toKeep } from './kept.ts';
export { learn, looksFor, type Learned, type LookedAt, type Looking, type Useless } from './learn.ts';
export { keptFrom, leastExample, scaleFor, shownFrom, type Candidate, type Example } from './model.ts';
export { overlapOf } from './windows.ts';

/** Cells along a side of the square that each method looks at. */
export const SIDE = 128;
export const CELLS = SIDE * SIDE;

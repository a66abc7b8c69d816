// Matches the cards of a hand before and after a move. Cards have no ids, but a hand keeps its order (K2).

/**
 * Maps old positions to new ones for the cards that stayed. Cards leave anywhere and join at the back, so the longest
 * common subsequence stayed; of equal cards the foremost is assumed to have left (B3).
 */
export function matchCards(before, after) {
  const rows = before.length;
  const columns = after.length;
  const longest = Array.from({length: rows + 1}, () => new Array(columns + 1).fill(0));
  for (let row = 1; row <= rows; row += 1) {
    for (let column = 1; column <= columns; column += 1) {
      longest[row][column] =
        before[row - 1] === after[column - 1]
          ? longest[row - 1][column - 1] + 1
          : Math.max(longest[row - 1][column], longest[row][column - 1]);
    }
  }
  const moved = new Map();
  let row = rows;
  let column = columns;
  while (row > 0 && column > 0) {
    if (before[row - 1] === after[column - 1]) {
      moved.set(row - 1, column - 1);
      row -= 1;
      column -= 1;
    } else if (longest[row][column - 1] >= longest[row - 1][column]) {
      column -= 1;
    } else {
      row -= 1;
    }
  }
  return moved;
}

// An order at random.

/**
 * The items in an order at random; all orders are as likely.
 * @template T
 * @param {Iterable<T>} items
 * @returns {T[]}
 */
export function shuffled(items) {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

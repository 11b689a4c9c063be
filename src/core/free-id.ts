/** An id that is not taken: the given one, or else the first of `ID_2`, `ID_3` and so on. */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  for (let use = 2; isTaken(free); use++) free = `${id}_${use}`;
  return free;
}

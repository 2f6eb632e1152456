/** An object without some of its fields. */
export function without<T extends object, K extends keyof T>(whole: T, ...names: readonly K[]): Omit<T, K> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name))) as Omit<T, K>;
}

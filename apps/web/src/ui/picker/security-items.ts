import type { PickerItem } from './Picker.tsx'

interface Listed {
  readonly symbol: string
  readonly name: string
  readonly formerly?: string | null | undefined
}

/** Securities of Equity Master as a picker lists them, by their symbols; with what they were called before, by which they are found. */
export function securityItems<T extends Listed>(
  securities: readonly T[] | undefined,
  more: (one: T) => Partial<PickerItem> = () => ({}),
): PickerItem[] {
  return (securities ?? []).map((one) => ({
    key: one.symbol,
    symbol: one.symbol,
    name: one.name,
    ...(one.formerly != null && { formerly: one.formerly }),
    ...more(one),
  }))
}

import { MONTH_NAMES } from '@em/core/values/date-texts'

/** The months as choices, `1` to `12`. */
export const MONTHS = MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label }))

import { MONTH_NAMES } from '@em/core/values/date-texts'

/** The months as choices, `1` to `12`. */
export const MONTHS = MONTH_NAMES.map((label, place) => ({ value: String(place + 1), label }))

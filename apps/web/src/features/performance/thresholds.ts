/** The colour thresholds of the specification, each with a word: colour is never the only sign. */

export interface Judged {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly word: string
}

/** Percent a year: below 15 positive, below 25 warning, else negative. */
export function ofVolatility(value: number): Judged {
  if (value < 15) return { tone: 'good', word: 'Low' }
  return value < 25 ? { tone: 'warn', word: 'Medium' } : { tone: 'bad', word: 'High' }
}

/** Above 1.5 positive, above 1 warning, else negative. */
export function ofSharpe(value: number): Judged {
  if (value > 1.5) return { tone: 'good', word: 'Good' }
  return value > 1 ? { tone: 'warn', word: 'Fair' } : { tone: 'bad', word: 'Poor' }
}

/** Strictly between 0.9 and 1.1 positive, else warning. */
export function ofBeta(value: number): Judged {
  if (value > 0.9 && value < 1.1) return { tone: 'good', word: 'Moves as the index' }
  return { tone: 'warn', word: value <= 0.9 ? 'Moves less than the index' : 'Moves more than the index' }
}

/** Percent, at most 0: above -10 positive, above -20 warning, else negative. */
export function ofDrawdown(value: number): Judged {
  if (value > -10) return { tone: 'good', word: 'Small' }
  return value > -20 ? { tone: 'warn', word: 'Medium' } : { tone: 'bad', word: 'Large' }
}

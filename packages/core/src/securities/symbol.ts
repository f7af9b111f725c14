/** Symbols and ISINs of the Colombo Stock Exchange: COMB.N0000, LK0053N00005. */

export const SECURITY_CLASSES = [
  'ordinary',
  'non-voting',
  'preference',
  'rights',
  'warrant',
  'unit',
  'debenture',
] as const
/** The kind of security that a symbol names. */
export type SecurityClass = (typeof SECURITY_CLASSES)[number]

const CLASS_BY_LETTER: Readonly<Record<string, SecurityClass>> = Object.freeze({
  N: 'ordinary',
  X: 'non-voting',
  P: 'preference',
  R: 'rights',
  W: 'warrant',
  U: 'unit',
  D: 'debenture',
})

/** Company code, class letter and serial, as in COMB.N0000. */
export const SYMBOL_PATTERN: RegExp = /^([A-Z0-9]{2,5})\.([NXPRWUD])(\d{4})$/

export interface ParsedSymbol {
  readonly symbol: string
  /** Company code: COMB. */
  readonly code: string
  readonly letter: string
  readonly serial: string
  readonly securityClass: SecurityClass
}

/** The parts of a symbol; null when it does not have the exchange's form. Letters must be upper case. */
export function parseSymbol(symbol: string): ParsedSymbol | null {
  const match = SYMBOL_PATTERN.exec(symbol)
  if (match === null) return null
  const [, code = '', letter = '', serial = ''] = match
  const securityClass = CLASS_BY_LETTER[letter]
  return securityClass === undefined ? null : { symbol, code, letter, serial, securityClass }
}

/** A symbol from typed text, in capitals and without blanks around it; null if the text can be none. */
export function symbolFromText(text: string): string | null {
  const symbol = text.trim().toUpperCase()
  return /^[A-Z0-9][A-Z0-9.&_-]{0,19}$/.test(symbol) ? symbol : null
}

/** The class a symbol's letter names; ordinary where the symbol has another form, as for a foreign share. */
export function securityClassOf(symbol: string): SecurityClass {
  return parseSymbol(symbol)?.securityClass ?? 'ordinary'
}

export type IsinCheck = 'ok' | 'wrong-length' | 'wrong-form' | 'wrong-check-digit'

const ISIN_LENGTH = 12

/**
 * Checks length, form and check digit of an ISIN. Meant as a warning only: LK0421N00000 and LK0155N00000
 * circulate with a wrong check digit.
 */
export function checkIsin(isin: string): IsinCheck {
  if (isin.length !== ISIN_LENGTH) return 'wrong-length'
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) return 'wrong-form'
  return isin.endsWith(String(isinCheckDigit(isin.slice(0, -1)))) ? 'ok' : 'wrong-check-digit'
}

/**
 * The check digit of the first eleven characters of an ISIN: letters become 10 to 35, then every second digit
 * from the right is doubled (Luhn).
 */
export function isinCheckDigit(body: string): number {
  const digits = [...body].map((character) => String(parseInt(character, 36))).join('')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = +(digits.at(-1 - index) ?? '0')
    const weighted = index % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return (10 - (sum % 10)) % 10
}

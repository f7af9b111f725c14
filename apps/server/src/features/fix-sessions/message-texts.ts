/** The name of a FIX message, and its content in short. */

const NAMES: Readonly<Record<string, string>> = {
  '0': 'Heartbeat',
  '1': 'Test request',
  '2': 'Resend request',
  '3': 'Reject',
  '4': 'Sequence reset',
  '5': 'Logout',
  '8': 'Execution report',
  A: 'Logon',
  AE: 'Trade capture report',
  AQ: 'Trade report request answer',
  BW: 'Application resend request',
  BX: 'Application resend answer',
  j: 'Business message reject',
}

export const nameOf = (type: string | null): string =>
  type === null ? 'No message' : (NAMES[type] ?? `Message ${type}`)

const EXECUTIONS: Readonly<Record<string, string>> = {
  '0': 'New order',
  '4': 'Cancelled order',
  '5': 'Replaced order',
  C: 'Expired order',
  F: 'Fill',
  G: 'Correction',
  H: 'Cancelled fill',
}
const SIDES: Readonly<Record<string, string>> = { '1': 'buy', '2': 'sell' }

/** 1348 ApplResponseType. */
const ANSWERS: Readonly<Record<string, string>> = {
  '0': 'They are sent again',
  '1': 'The broker has no such application',
  '2': 'The broker has these messages no more',
}

const GAPS: Readonly<Record<string, string>> = {
  open: 'did not come: asked for again',
  closed: 'came',
  'given-up': 'are not sent any more by the broker',
  unknown: 'are not known: the day ended without a logout',
}

interface GapRow {
  readonly gap: string | null
  readonly gap_from: number | null
  readonly gap_to: number | null
}

/** "5 to 7 came"; null for a message. */
export const gapInWords = ({ gap, gap_from, gap_to }: GapRow): string | null =>
  gap === null ? null : `${numbersInWords({ from: gap_from ?? 0, to: gap_to })} ${GAPS[gap] ?? ''}`

/** "5", "5 to 7", or "5 and later". */
export const numbersInWords = ({
  from,
  to,
}: {
  readonly from: number
  readonly to: number | null
}): string => (from === to ? String(from) : to === null ? `${from} and later` : `${from} to ${to}`)

/** The fields of a message of which the end may be missing. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const field of text.split('\u0001')) {
    const equals = field.indexOf('=')
    const tag = field.slice(0, equals)
    if (equals > 0 && !fields.has(tag)) fields.set(tag, field.slice(equals + 1))
  }
  return fields
}

/** "Fill: buy 333 JKH.N0000 at 10.10, E-501". */
export function inShort(type: string, text: string): string {
  const fields = fieldsOf(text)
  const said = (tag: string) => fields.get(tag) ?? ''
  switch (type) {
    case '8':
    case 'AE': {
      const what = type === 'AE' ? 'Trade' : (EXECUTIONS[said('150')] ?? 'Execution')
      const of = [SIDES[said('54')] ?? '', said('32'), said('55')].filter((word) => word !== '').join(' ')
      const price = said('31') === '' ? '' : ` at ${said('31')}`
      const names = said('19') === '' ? said('17') : `${said('17')} of ${said('19')}`
      return [`${what}: ${of}${price}`, names].filter((part) => part !== '').join(', ')
    }
    case '2':
      return said('16') === '0' ? `From ${said('7')} on` : `${said('7')} to ${said('16')}`
    case 'BW':
      return `${said('1182')} to ${said('1183')}${said('1355') === '' ? '' : ` of ${said('1355')}`}`
    case 'BX':
      return [ANSWERS[said('1348')] ?? '', said('58')].filter((part) => part !== '').join(': ')
    case '4':
      return `Next number ${said('36')}`
    default:
      return said('58')
  }
}

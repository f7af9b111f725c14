import { describe, expect, it } from 'vitest'
import { actionForm } from './forms.ts'
import { type ActionKind, kindsWhere } from './kinds.ts'
import { type ActionValues, faultsOf, fieldsOf, laidOver, sentOf, startOf, valuesOf } from './typed-form.ts'

const KINDS = kindsWhere(({ hasOwnScreen }) => hasOwnScreen !== true)

/** Every field of a kind filled with what it takes. */
function filled(kind: ActionKind): ActionValues {
  const values: ActionValues = { ...startOf(kind), portfolio: 'GROWTH', settlementAccount: '7' }
  for (const field of fieldsOf(kind)) {
    if (field.type === 'date') values[field.name] = '2026-03-03'
    else if (field.type === 'flag') values[field.name] = true
    else if (field.type === 'choice') values[field.name] = field.choices?.[0] ?? ''
    else if (field.type === 'text') values[field.name] = 'Text'
    else if (field.type === 'security') values[field.name] = 'COMB.N0000'
    else values[field.name] = '3'
  }
  return values
}

describe('The form of each kind', () => {
  it.each(KINDS)('%s: what is sent when all is filled is what the contract takes, field by field', (kind) => {
    const sent = sentOf(kind, filled(kind))
    const result = actionForm.safeParse(sent)
    expect(result.error?.issues ?? []).toEqual([])
    // Nothing is sent that the contract would drop.
    expect(Object.keys(result.data ?? {})).toEqual(expect.arrayContaining(Object.keys(sent)))
    expect(faultsOf(kind, filled(kind))).toEqual({})
  })

  it.each(KINDS)('%s: an empty form lacks the security and names every field in words', (kind) => {
    const faults = faultsOf(kind, startOf(kind))
    expect(faults).toMatchObject({
      securityCode: 'Security Code is required.',
      securityName: 'Security Name is required.',
    })
    for (const sentence of Object.values(faults)) expect(sentence).toMatch(/^[A-Z][A-Za-z -]+ is required\.$/)
  })

  it.each(KINDS)('%s: what was recorded comes back as it was', (kind) => {
    const values = filled(kind)
    expect(valuesOf(kind, sentOf(kind, values))).toEqual(values)
  })

  it('asks for what the specification asks', () => {
    const required = (kind: ActionKind) =>
      Object.keys(faultsOf(kind, { ...startOf(kind), portfolio: 'GROWTH' })).toSorted()
    expect(required('dividend')).toEqual(
      [
        'securityCode',
        'securityName',
        'announcementDate',
        'exDividendDate',
        'recordDate',
        'paymentDate',
        'dividendRate',
        'sharesHeld',
      ].toSorted(),
    )
    expect(required('rights')).toEqual(
      [
        'securityCode',
        'securityName',
        'rightsRatioFrom',
        'rightsRatioTo',
        'offerPrice',
        'announcementDate',
        'recordDate',
        'exRightsDate',
        'subscriptionStart',
        'subscriptionEnd',
        'sharesHeld',
      ].toSorted(),
    )
    expect(required('scrip')).toEqual(
      [
        'securityCode',
        'securityName',
        'declarationDate',
        'exDividendDate',
        'recordDate',
        'allotmentDate',
        'dividendRate',
        'sharesHeld',
      ].toSorted(),
    )
  })

  it('dates to be notified and drafts lack what is only needed later', () => {
    const open = { ...startOf('dividend'), datesToBeNotified: true }
    expect(Object.keys(faultsOf('dividend', open))).not.toContain('paymentDate')
    expect(Object.keys(faultsOf('dividend', open))).toContain('announcementDate')
    // In the order of the form, for who reads them.
    expect(Object.keys(faultsOf('dividend', open)).slice(0, 3)).toEqual([
      'securityCode',
      'securityName',
      'announcementDate',
    ])
    const few = {
      ...startOf('dividend'),
      securityCode: 'JKH.N0000',
      announcementDate: '2026-03-01',
      dividendRate: '1',
    }
    expect(faultsOf('dividend', few, true)).toEqual({})
    expect(sentOf('dividend', few, true)).toMatchObject({ kind: 'dividend', draft: true })
  })

  it('of all holders sends nothing of a single subscription', () => {
    const sent = sentOf('rights', { ...filled('rights'), portfolio: '' })
    expect(sent).toHaveProperty('sharesHeld', '3')
    expect(sent).not.toHaveProperty('subscribedQty')
    expect(sent).not.toHaveProperty('portfolio')
  })

  it('a rate per share asks for its issue price in place of the percentage', () => {
    const faults = faultsOf('scrip', { ...startOf('scrip'), ratePerShare: '2' })
    expect(faults).toHaveProperty('issuePrice', 'Issue Price is required.')
    expect(faults).not.toHaveProperty('dividendRate')
  })

  it('a reload keeps what was typed and names what another user changed too', () => {
    const base = startOf('dividend')
    const typed = { ...base, dividendRate: '3', remarks: 'Mine' }
    const fresh = { ...base, dividendRate: '4', paymentDate: '2026-03-20' }
    expect(laidOver(typed, base, fresh)).toEqual({
      values: { ...fresh, dividendRate: '3', remarks: 'Mine' },
      edited: ['dividendRate', 'remarks'],
      clashes: ['dividendRate'],
    })
  })
})

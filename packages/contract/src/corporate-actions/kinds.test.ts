/** Rules for the description of every kind, and for what one form derives from each. */
import { describe, expect, test } from 'vitest'
import {
  actionForm,
  dateFault,
  datesOf,
  fieldsTaken,
  formFrom,
  missingOf,
  storedForm,
  titleOf,
} from './forms.ts'
import { ACTION_KINDS, type ActionKind, KINDS, kindOf } from './kinds.ts'
import { sectionsOf, termFieldsOf } from './typed-form.ts'

const fieldsOf = (kind: ActionKind) => Object.entries(KINDS[kind].fields)

describe.each(ACTION_KINDS)('%s', (kind) => {
  const { notice, last, hasOwnScreen, taxOn } = KINDS[kind]

  test('is called by its own name, and takes effect on one date', () => {
    expect(KINDS[kind].kind).toBe(kind)
    expect(fieldsOf(kind).filter(([, { role }]) => role === 'ex')).toHaveLength(1)
  })
  test('has one field for each role of a date, and says its last day in a sentence', () => {
    const roles = fieldsOf(kind).flatMap(([, { role }]) => role ?? [])
    expect(new Set(roles).size).toBe(roles.length)
    expect(last !== undefined).toBe(roles.includes('last'))
  })
  test('has every field of its form in a section, and no section twice', () => {
    const titles = sectionsOf(kind).map(({ title }) => title)
    const inSections = sectionsOf(kind).flatMap(({ fields }) => fields)
    expect(new Set(titles).size).toBe(titles.length)
    expect(inSections).toEqual(hasOwnScreen === true ? [] : termFieldsOf(kind))
  })
  test('has the fields that announcements and the register of tax rates fill', () => {
    const named = [notice?.rate, notice?.price, ...(notice?.ratio?.fields ?? [])].filter(Boolean)
    expect(Object.keys(fieldsTaken(kind))).toEqual(expect.arrayContaining(named))
    expect('taxRate' in KINDS[kind].fields).toBe(taxOn !== undefined)
  })
})

const of = { securityCode: 'ABC.N0000' }
const ratio = { ratioFrom: 1, ratioTo: 5 }
const effectiveDate = '2026-03-23'

/** The least that is announced of each kind; what it is called; what it lacks to be planned. */
const LEAST: Readonly<
  Record<ActionKind, readonly [form: object, title: string, missing: readonly string[]]>
> = {
  dividend: [
    { announcementDate: '2026-03-02', dividendRate: '3.2500000001' },
    'Dividend 3.2500000001 a share ABC.N0000',
    ['Ex-Dividend Date'],
  ],
  scrip: [
    { declarationDate: '2026-03-02', dividendRate: 12.5 },
    'Scrip dividend 12.5 % ABC.N0000',
    ['Ex-Dividend Date'],
  ],
  bonus: [ratio, 'Bonus 1 for 5 ABC.N0000', ['Ex Date']],
  rights: [
    { announcementDate: '2026-03-02', rightsRatioFrom: 2, rightsRatioTo: 5, offerPrice: 50 },
    'Rights 2 for 5 at 50.00 ABC.N0000',
    ['Ex-Rights Date'],
  ],
  split: [{ ...ratio, effectiveDate }, 'Split 1 into 5 ABC.N0000', []],
  consolidation: [{ ratioFrom: 10, ratioTo: 1, effectiveDate }, 'Consolidation 10 into 1 ABC.N0000', []],
  merger: [
    { ...ratio, effectiveDate, newSecurityCode: 'new.n0000' },
    'Merger 1 NEW.N0000 for 5 ABC.N0000',
    ['First-day Price'],
  ],
  'spin-off': [
    { ...ratio, effectiveDate, newSecurityCode: 'new.n0000' },
    'Spin-off 1 NEW.N0000 for 5 ABC.N0000',
    ['First-day Price of the Parent', 'First-day Price'],
  ],
  identity: [{ effectiveDate }, 'Change of name or symbol ABC.N0000', []],
  delisting: [{ effectiveDate }, 'Delisting ABC.N0000', []],
  buyback: [{ ...ratio, effectiveDate, offerPrice: '99.5' }, 'Buy-back 1 of 5 at 99.50 ABC.N0000', []],
  tender: [{ effectiveDate, offerPrice: 100 }, 'Tender offer at 100.00 ABC.N0000', []],
  election: [
    {
      ratePerShare: 2,
      issuePrice: '90.60',
      exDividendDate: effectiveDate,
      electionDate: '2026-04-10',
      paymentDate: '2026-04-20',
    },
    'Dividend 2.00 a share, cash or shares ABC.N0000',
    [],
  ],
  ipo: [
    {
      companyName: 'New PLC',
      ipoDate: '2026-03-30',
      appliedDate: effectiveDate,
      totalInvestment: 15_000,
      pricePerShare: 15,
      paymentMethod: 'RTGS',
    },
    'IPO New PLC at 15.00',
    [],
  ],
  transfer: [
    { toPortfolio: 'INCOME', transferDate: effectiveDate, quantity: 1500 },
    'Transfer 1,500 ABC.N0000 to INCOME',
    ['Price'],
  ],
}

test.each(ACTION_KINDS)(
  '%s: the least form is named, stored and read again, and names what it lacks',
  (kind) => {
    const [sent, title, missing] = LEAST[kind]
    const form = actionForm.parse({ kind, ...of, ...sent })
    const named = { title, portfolioId: 1, toPortfolioId: 2, across: true, isPooled: true, takenOn: null }
    expect([titleOf(form, 'ABC.N0000'), missingOf(form, named)]).toEqual([title, missing])
    expect(formFrom(kind, storedForm(form))).toEqual(form)
    expect([dateFault(form), kindOf(form).fault?.(form) ?? null]).toEqual([null, null])
    // The effective day is all that a plan may wait for in addition to figures.
    expect(datesOf(form).ex === null).toBe(missing.some((label) => label.startsWith('Ex')))
  },
)

test('dates out of order name the field of the later one, also where another date is the same', () => {
  const dividend = { kind: 'dividend', ...of, dividendRate: 1, announcementDate: '2026-03-05' }
  const form = actionForm.parse({ ...dividend, exDividendDate: '2026-03-10', recordDate: '2026-03-05' })
  expect(dateFault(form)).toEqual({
    code: 'action.dates-order',
    field: 'recordDate',
    facts: {
      later: 'The record date',
      date: '2026-03-05',
      earlier: 'the ex date',
      before: '2026-03-10',
    },
  })
})

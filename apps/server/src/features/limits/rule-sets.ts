/**
 * Drafts of limits by law. None of them is in force until somebody has checked it and written it as a limit: what stands here is what was
 * found in public texts, and what was not found is left blank.
 */
import { type RuleSet, TO_BE_CHECKED } from '@em/contract/books/limits'
import type { LimitMeasure, LimitOperator, LimitUnit, SubjectType } from '@em/core/limits/words'
import { MEASURE_USES, WARNING_PERCENT } from '@em/core/limits/words'

type Line = RuleSet['lines'][number]

interface Draft {
  readonly code: string
  readonly name: string
  readonly measure: LimitMeasure
  readonly of: SubjectType
  /** Default: each. */
  readonly subject?: string
  /** Null: to be filled in. */
  readonly bound: number | null
  readonly unit?: LimitUnit
  readonly operator?: LimitOperator
  readonly hardness: Line['hardness']
  readonly source: string
  readonly note?: string
}

const line = (draft: Draft): Line => ({
  code: draft.code,
  name: draft.name,
  kind: MEASURE_USES[draft.measure].kind,
  measure: draft.measure,
  subject: { type: draft.of, id: draft.subject ?? 'each', top: null },
  bound: draft.bound,
  unit: draft.unit ?? 'percent',
  operator: draft.operator ?? 'above',
  hardness: draft.hardness,
  warning: WARNING_PERCENT,
  source: draft.source,
  note: draft.note === undefined ? TO_BE_CHECKED : `${TO_BE_CHECKED} ${draft.note}`,
})

const CIS = 'CIS Code 2022, directive SEC/SUP/2024/10/477 of 4 October 2024'
const BLANK = 'The figure could not be read in the public text: fill it in.'
const TAKEOVER = 'Company Take-overs and Mergers Code 1995, amended 2003'
const voting = (code: string, name: string, bound: number, hardness: Line['hardness'], note?: string): Line =>
  line({
    code,
    name,
    measure: 'voting-percent',
    of: 'issuer',
    bound,
    operator: 'at-or-above',
    hardness,
    source: TAKEOVER,
    ...(note !== undefined && { note }),
  })

export const RULE_SETS: readonly RuleSet[] = [
  {
    code: 'LK-CIS',
    name: 'Unit trusts',
    lines: [
      line({
        code: 'LK-CIS-CASH',
        name: 'Liquid assets',
        measure: 'minimum-cash',
        of: 'portfolio',
        subject: 'all',
        bound: 3,
        hardness: 'soft',
        source: CIS,
      }),
      line({
        code: 'LK-CIS-ISSUER',
        name: 'One issuer',
        measure: 'percent-of-net-assets',
        of: 'issuer',
        bound: null,
        hardness: 'soft',
        source: CIS,
        note: BLANK,
      }),
      line({
        code: 'LK-CIS-CLASS',
        name: 'Share of an issue',
        measure: 'percent-of-issued',
        of: 'security',
        bound: null,
        hardness: 'soft',
        source: CIS,
        note: BLANK,
      }),
    ],
  },
  {
    code: 'LK-TAKEOVER',
    name: 'Take-overs',
    lines: [
      voting('LK-TAKEOVER-25', 'Near the take-over threshold', 25, 'inform'),
      voting(
        'LK-TAKEOVER-30',
        'Take-over threshold',
        30,
        'soft',
        'An offer to all is to be made from here on. Portfolios that act together are to be counted together.',
      ),
    ],
  },
  {
    code: 'LK-BANK',
    name: 'Shares of a licensed bank',
    lines: [
      line({
        code: 'LK-BANK-10',
        name: 'Shares of a bank',
        measure: 'voting-percent',
        of: 'issuer',
        bound: 10,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Banking Act',
        note: 'Write one limit for each bank.',
      }),
      line({
        code: 'LK-BANK-15',
        name: 'Most shares of a bank',
        measure: 'voting-percent',
        of: 'issuer',
        bound: 15,
        hardness: 'soft',
        source: 'Banking Act',
        note: 'Write one limit for each bank. Present law is not confirmed.',
      }),
    ],
  },
  {
    code: 'LK-DISCLOSURE',
    name: 'Disclosure of holdings',
    lines: [
      line({
        code: 'LK-DISCLOSURE-5',
        name: 'Holding of 5 percent',
        measure: 'percent-of-issued',
        of: 'security',
        bound: 5,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Not verified: no text of such a duty was found',
      }),
      line({
        code: 'LK-DISCLOSURE-10',
        name: 'Holding of 10 percent',
        measure: 'percent-of-issued',
        of: 'security',
        bound: 10,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Not verified: no text of such a duty was found',
      }),
    ],
  },
]

import type { LimitCheck } from '@em/contract/limits/limits'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../testing/page.tsx'
import { Checks } from './Checks.tsx'

const wide = window.matchMedia
afterEach(() => {
  cleanup()
  window.matchMedia = wide
})

const check: LimitCheck = {
  limit: { code: 'ISSUER-10', name: 'One issuer' },
  kind: 'share',
  measure: 'percent-of-net-assets',
  hardness: 'hard',
  scope: { type: 'portfolio', id: 'CTRL', label: 'Control Fund' },
  subject: { type: 'issuer', id: 'COMB', top: null, label: 'COMB' },
  bound: 10,
  warningAt: 9,
  unit: 'percent',
  operator: 'above',
  state: 'exceeded',
  headroom: { quantity: 173, amount: 34_816.25, cure: null },
  text: 'COMB: 10.0006 % of net assets; One issuer asks for at most 10 %.',
  before: { value: 9.65 },
  after: { value: 10.0006 },
  waiting: { value: 10.0006, state: 'exceeded' },
  turn: 'worse',
  asks: 'refusal',
}

it('are a table of figures, and on a phone sentences', () => {
  const { unmount } = show(<Checks checks={[check]} />)
  expect(screen.getByRole('table').textContent).toContain('10.0006')
  expect(screen.queryByText(check.text)).toBeNull()
  unmount()
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') })
  show(<Checks checks={[check]} />)
  expect(screen.queryByRole('table')).toBeNull()
  const words = screen.getByRole('listitem').textContent
  for (const part of ['One issuer', 'Exceeded', check.text, 'Control Fund', 'Worse'])
    expect(words).toContain(part)
})

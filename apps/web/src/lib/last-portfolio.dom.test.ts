import { afterEach, beforeEach, expect, it } from 'vitest'
import { nadeesha } from '../testing/network.ts'
import { portfolioShown, rememberPortfolio } from './last-portfolio.ts'
import { closeSession, openSession } from './session.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const ids = ['MGF', 'STB']
const shown = (asked: string, withAll = false, of: readonly string[] | undefined = ids) =>
  portfolioShown({ asked, ids: of, withAll })

it('is the one of the address, in whatever spelling, and never another in its place', () => {
  rememberPortfolio('MGF')
  expect([
    shown('STB'),
    shown('stb'),
    shown('KDT'),
    shown('KDT', true),
    shown('all'),
    shown('all', true),
  ]).toEqual(['STB', 'STB', '', '', '', 'all'])
})

it('is without one the one of the last screen, else the only one, else all or none', () => {
  expect([shown(''), shown('', true), shown('', false, ['MGF']), shown('', true, ['MGF'])]).toEqual([
    '',
    'all',
    'MGF',
    'MGF',
  ])
  rememberPortfolio('STB')
  expect([shown(''), shown('', true)]).toEqual(['STB', 'STB'])
  // Of which the screen has none, as of a portfolio that was closed since.
  rememberPortfolio('GONE')
  expect(shown('', true)).toBe('all')
  rememberPortfolio('all')
  // The last single one, while it is there, on a screen that cannot show all.
  expect([shown(''), shown('', true)]).toEqual(['', 'all'])
  rememberPortfolio('STB')
  rememberPortfolio('all')
  expect([shown(''), shown('', true), shown('', false, ['MGF', 'KDT'])]).toEqual(['STB', 'all', ''])
  // An only portfolio is the one, whatever was chosen before.
  expect(shown('', false, ['MGF'])).toBe('MGF')
})

it('is not known before the portfolios are', () => {
  expect([
    portfolioShown({ asked: '', ids: undefined, withAll: true }),
    portfolioShown({ asked: 'MGF', ids: undefined, withAll: false }),
  ]).toEqual([undefined, undefined])
})

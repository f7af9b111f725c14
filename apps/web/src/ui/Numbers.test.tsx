import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/page.tsx'
import { Amount, DateText, Percent, Price, Quantity } from './Numbers.tsx'

describe('figures', () => {
  it('shows a loss with a real minus and in the loss colour', () => {
    show(<Amount value={-1234.5} />)
    const figure = screen.getByText('\u22121,234.50')
    expect(figure.className).toContain('em-loss')
  })

  it('shows a gain with its plus only where asked', () => {
    show(
      <>
        <Amount value="10" signed />
        <Amount value="20" />
      </>,
    )
    expect(screen.getByText('+10.00').className).toContain('em-gain')
    expect(screen.getByText('20.00').className).not.toContain('em-gain')
  })

  it('does not colour what rounds to zero', () => {
    show(<Amount value={-0.004} signed />)
    expect(screen.getByText('0.00').className).not.toContain('em-loss')
  })

  it('shows a dash for what is absent, and says so', () => {
    show(<Amount value={null} />)
    expect(screen.getByText('\u2013').getAttribute('aria-hidden')).toBe('true')
    expect(screen.getByText('none')).toBeTruthy()
  })

  it('keeps the exact value at hand where it shows less', () => {
    show(<Amount value="1.23456" unit="LKR" />)
    expect(screen.getByText('LKR 1.23').title).toBe('1.23456')
  })

  it('gives each quantity its own format', () => {
    show(
      <>
        <Price value={12.5} />
        <Quantity value={1200} />
        <Percent value={12.345} signed />
        <DateText value="2026-01-05" />
      </>,
    )
    for (const text of ['12.5000', '1,200', '+12.35%', '05 Jan 2026'])
      expect(screen.getByText(text)).toBeTruthy()
  })
})

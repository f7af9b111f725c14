import { describe, expect, it } from 'vitest'
import { type SuggestedAction, startFrom } from './suggested-action.ts'

const suggested = (kind: SuggestedAction['kind'], more: Partial<SuggestedAction> = {}): SuggestedAction => ({
  kind,
  securityCode: 'COMB.N0000',
  securityName: 'Commercial Bank of Ceylon PLC',
  announcementDate: '2026-03-02',
  exDate: '2026-03-23',
  recordDate: '2026-03-24',
  ...more,
})
const security = { securityCode: 'COMB.N0000', securityName: 'Commercial Bank of Ceylon PLC' }

describe('A form from an announcement', () => {
  it('of rights has their ratio, price and dates under the names of its form', () => {
    const rights = suggested('rights', { ratioFrom: '2', ratioTo: '5', offerPrice: '50.00' })
    expect(startFrom('rights', rights)).toEqual({
      ...security,
      announcementDate: '2026-03-02',
      exRightsDate: '2026-03-23',
      recordDate: '2026-03-24',
      rightsRatioFrom: '2',
      rightsRatioTo: '5',
      offerPrice: '50.00',
    })
  })

  it('of a split has the day on which it takes effect', () => {
    expect(startFrom('split', suggested('split', { ratioFrom: '1', ratioTo: '3' }))).toEqual({
      ...security,
      announcementDate: '2026-03-02',
      effectiveDate: '2026-03-23',
      ratioFrom: '1',
      ratioTo: '3',
    })
  })

  it('of a scrip dividend has its rupees a share, never as a percentage', () => {
    const start = startFrom('scrip', suggested('scrip', { rate: '2.00', ratioFrom: '1', ratioTo: '53.294' }))
    expect(start).toMatchObject({ declarationDate: '2026-03-02', ratePerShare: '2.00' })
    expect(start).not.toHaveProperty('dividendRate')
  })

  it('leaves out a ratio that is not of whole shares, and what another kind announces', () => {
    expect(startFrom('bonus', suggested('bonus', { ratioFrom: '1', ratioTo: '7.5' }))).not.toHaveProperty(
      'ratioFrom',
    )
    expect(startFrom('dividend', suggested('scrip'))).toEqual({})
    expect(startFrom('dividend', null)).toEqual({})
  })
})

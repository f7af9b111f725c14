import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import { formatDate } from '../../lib/dates.ts'
import { defineMaster } from '../../registers/master.ts'

const classes = new Map<string, string>(
  feeTariffs.fields[0].options.map(({ value, label }) => [value, label] as const),
)

export const feeTariffMaster = defineMaster(feeTariffs, {
  words: {
    listFailed: 'Failed to fetch fee tariffs',
    incomplete: 'Please fill in all required fields.',
    saved: 'Fee tariff saved successfully!',
    saveFailed: 'Error saving fee tariff. Please try again.',
    updated: 'Fee tariff updated successfully!',
    updateFailed: 'Failed to update fee tariff. Please try again.',
    deleteQuestion:
      'Are you sure you want to delete this fee tariff? Recorded trades keep their fees. New trades of its dates use the earlier tariff, or that of ordinary shares.',
    deleted: 'Fee tariff deleted.',
    deleteFailed: 'Failed to delete fee tariff',
  },
  titleOf: (tariff) =>
    `${classes.get(String(tariff['securityClass'])) ?? ''} from ${formatDate(String(tariff['effectiveFrom']))}`,
})

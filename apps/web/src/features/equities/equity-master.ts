import { checkSymbol, equities } from '@em/contract/equities/equities'
import { call } from '../../lib/api.ts'
import { defineMaster, refusalOf } from '../../registers/master.ts'
import type { AnyRecord, FormValues } from '../../registers/values.ts'

/** Equity Master: the sentences and the check of the symbol. */
export const equityMaster = defineMaster(equities, {
  words: {
    listFailed: 'Failed to fetch equities',
    incomplete: 'Please fill in all required fields:',
    saved: 'Equity saved successfully!',
    saveFailed: 'Error saving equity. Please try again.',
    updated: 'Equity updated successfully!',
    updateFailed: 'Error updating equity. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this equity?',
    deleted: 'Equity deleted.',
    deleteFailed: 'Failed to delete equity',
  },
  titleOf: (equity) => `${equity['symbol']} ${equity['name']}`,
  check: refuseTakenSymbol,
})

/** The message when Activate or Deactivate fails. */
export const TOGGLE_FAILED = 'Failed to update equity'

/**
 * Asks before saving whether the ticker symbol is taken; an edit may keep its own.
 * @throws ApiFailure with the specification's sentence
 */
async function refuseTakenSymbol(values: FormValues, before: AnyRecord | null): Promise<void> {
  const symbol = String(values['symbol']).trim().toUpperCase()
  if (before !== null && String(before['symbol']).toUpperCase() === symbol) return
  const { exists } = await call(checkSymbol, { params: { symbol } }).catch(() => {
    throw refusalOf('Error checking ticker symbol. Please try again.')
  })
  if (exists) {
    throw refusalOf(`Ticker Symbol "${symbol}" already exists. Please use a different symbol.`, 'symbol')
  }
}

import { SERVER_KIT } from './server-kit.ts'

/** The doors of the rooms that brokers, custodians and outside ledgers are read from and written for. */
export const INTERFACE_DOORS: Readonly<Record<string, readonly string[]>> = {
  'features/accounting-exports': [
    ...SERVER_KIT,
    'features/accounting-exports/files',
    'features/book/format',
    'features/exports',
    'features/portfolios',
    'features/statements',
    'features/valuation',
    'platform/file-readers',
    'registers',
  ],
  'features/accounting-exports/files': ['platform/file-readers', 'sheets'],
  'features/custodian': [
    ...SERVER_KIT,
    'features/cds/accounts',
    'features/custodian/files',
    'features/portfolios',
    'features/reconciliation/match',
    'features/settlements/confirm',
    'features/settlements/list',
    'registers',
  ],
  'features/custodian/files': [...SERVER_KIT, 'platform/file-readers'],
  'features/fix-sessions': [...SERVER_KIT, 'features/documents', 'registers'],
  'features/fix-sessions/forming': [
    ...SERVER_KIT,
    'features/approvals',
    'features/documents/facts',
    'features/documents/record',
    'features/fix-sessions',
    'features/holidays',
    'features/identity/accounts',
  ],
}

import type { TabId } from '../places/tabs.ts'

/** What a tab without a screen will do, in a sentence. */
export const coming: Partial<Record<TabId, string>> = {
  'Risk and Limit Management / Counterparty Limits':
    'Here you will set how much may be open with each broker or bank, and see what is used of it before a trade is recorded.',
  'Risk and Limit Management / Position Limits':
    'Here you will set how much of a security each portfolio may hold, and be warned before a trade exceeds it.',
  'Risk and Limit Management / Concentration Limits':
    'Here you will set how much of a portfolio may lie in one security, sector or group, and see which limits are exceeded.',
  'Integration and Automation / Broker Feed / FIX Integration':
    'Here orders will go to a broker and executions come back over FIX. Until then, read the broker’s files in Trade Report.',
  'Integration and Automation / Custodian Integration':
    'Here a custodian’s holdings and settlements will be read by themselves. Until then, read its statements in CDS Comparison.',
  'Integration and Automation / Accounting System Interface':
    'Here entries will go to another accounting system. Until then, export the General Ledger or the Trial Balance.',
}

import type { TabId } from '../places/tabs.ts'

/** What a tab without a screen will do, in a sentence. */
export const coming: Partial<Record<TabId, string>> = {
  'Integration and Automation / Custodian Integration':
    'Here a custodian’s holdings and settlements will be read by themselves. Until then, read its statements in CDS Comparison.',
  'Integration and Automation / Broker Feed / FIX Integration':
    'Here orders will go to a broker and executions come back over FIX. Until then, read the broker’s files in Trade Report.',
  'Integration and Automation / Accounting System Interface':
    'Here entries will go to another accounting system. Until then, export the General Ledger or the Trial Balance.',
}

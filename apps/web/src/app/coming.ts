import type { TabId } from '../places/tabs.ts'

/** What a tab without a screen will do, in a sentence. */
export const coming: Partial<Record<TabId, string>> = {
  'Integration and Automation / Custodian Integration':
    'Here a custodian’s holdings and settlements will be read by themselves. Until then, read its statements in CDS Comparison.',
}

import type { TradeDocument } from '@em/contract/documents/trade-documents'
import { ActionIcon, Tooltip } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import css from './document/TradeReport.module.css'

const ICONS = {
  record: IconFileImport,
  download: IconDownload,
  text: IconFileText,
  table: IconTable,
  remove: IconTrash,
} as const

/** The act of a button of a file. */
export interface DocumentAction {
  readonly label: string
  readonly icon: keyof typeof ICONS
  readonly onClick: () => void
}

/** The buttons of an uploaded file. */
export function DocumentTools({
  document,
  actions,
}: {
  document: TradeDocument
  actions: readonly DocumentAction[]
}) {
  return (
    <div className={css.tools}>
      {actions.map(({ label, icon, onClick }) => {
        const Icon = ICONS[icon]
        return (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${label}: ${document.fileName}`}
              onClick={(event) => {
                event.stopPropagation()
                onClick()
              }}
            >
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </div>
  )
}

import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { Button, Input } from '@mantine/core'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { sizeText } from '../../lib/files.ts'
import css from './FileField.module.css'

interface FileFieldProps {
  label: string
  /** Said by the part around it. */
  labelHidden?: boolean
  /** Endings that can be read, such as '.csv'. */
  accept: readonly string[]
  /** Several files at once. */
  multiple?: boolean
  /** The file that is chosen. */
  file?: { readonly name: string; readonly bytes: number } | null
  /** The requirements of a file, under the field. */
  help?: ReactNode
  /** The fault of the file, shown at the field. */
  error?: ReactNode
  disabled?: boolean
  /** Only files that can be read, at least one. */
  onFiles: (files: [File, ...File[]]) => void
}

/**
 * Where files are dropped or chosen. A file that cannot be read (another ending, nothing in it, larger than 10 MB) is
 * named at the field and goes no further.
 */
export function FileField(props: FileFieldProps) {
  const { label, labelHidden = false, accept, multiple = false, file = null, help, disabled = false } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const take = (chosen: readonly File[]) => {
    if (disabled || chosen.length === 0) return
    const isTooMany = !multiple && chosen.length > 1
    const faults = isTooMany ? ['Choose one file.'] : chosen.flatMap((one) => fileFault(one, accept) ?? [])
    setRefused(faults)
    const [first, ...others] = isTooMany ? [] : chosen.filter((one) => fileFault(one, accept) === null)
    if (first !== undefined) props.onFiles([first, ...others])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  const errors = [...refused, ...(props.error === undefined || props.error === null ? [] : [props.error])]
  const described = [help === undefined ? '' : `${id}-help`, errors.length === 0 ? '' : `${id}-error`]
  return (
    <div
      className={css.field}
      role="group"
      aria-labelledby={`${id}-label`}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        // Over the content of the field the pointer is still inside it.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      <Input.Label
        id={`${id}-label`}
        labelElement="div"
        {...(labelHidden ? { className: 'em-visually-hidden' } : {})}
      >
        {label}
      </Input.Label>
      <div className={css.drop} data-over={over || undefined} data-wrong={errors.length > 0 || undefined}>
        <input
          ref={picker}
          type="file"
          hidden
          accept={accept.join(',')}
          multiple={multiple}
          disabled={disabled}
          aria-label={label}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])]
            // The same file can be chosen again once it is mended.
            event.currentTarget.value = ''
            take(chosen)
          }}
        />
        <Button
          variant={file === null && !multiple ? 'filled' : 'default'}
          disabled={disabled}
          leftSection={<IconFileUpload size={16} aria-hidden />}
          aria-describedby={described.filter((one) => one !== '').join(' ') || undefined}
          onClick={() => picker.current?.click()}
        >
          {multiple ? 'Choose Files' : file === null ? 'Choose File' : 'Choose Another File'}
        </Button>
        <span className={css.words}>
          {file === null ? (
            `or drop ${multiple ? 'them' : 'it'} here`
          ) : (
            <>
              <strong>{file.name}</strong> {sizeText(file.bytes)}
            </>
          )}
        </span>
      </div>
      {help !== undefined && <Input.Description id={`${id}-help`}>{help}</Input.Description>}
      {errors.length > 0 && (
        <div id={`${id}-error`} role="alert">
          {errors.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
            <Input.Error key={index}>{one}</Input.Error>
          ))}
        </div>
      )}
    </div>
  )
}

/** Why a file cannot be read, before it is; null when it seems well. */
export function fileFault(
  { name, size }: Pick<File, 'name' | 'size'>,
  accept: readonly string[],
): string | null {
  const ending = name.toLowerCase()
  if (!accept.some((one) => ending.endsWith(one))) return `${name} cannot be read: choose ${oneOf(accept)}.`
  if (size === 0) return `${name} is empty.`
  return size > FILE_BYTES_MAX ? `${name} is larger than 10 MB.` : null
}

/** '.pdf, .txt or .csv' */
export function oneOf(endings: readonly string[]): string {
  const last = endings.at(-1) ?? ''
  return endings.length < 2 ? last : `${endings.slice(0, -1).join(', ')} or ${last}`
}

/** Reads a form with a file in it (multipart/form-data) as the object that JSON would have sent. */
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Fields in addition to the file: a few short ones. */
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 4 * 1024

/** Takes forms on the routes that ask for `formOf`; anywhere else they are refused as a media type that is not taken. */
export async function readFormBodies(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      fieldNameSize: 100,
      parts: FIELDS_MAX + 1,
      headerPairs: 20,
    },
    throwFileSizeLimit: true,
  })
}

/**
 * The fields of a form by their names, and its file as `{fileName, data}`, the bytes in base64.
 * @throws Refusal `file.too-large` (413), `request.malformed` for a form that breaks off or has more than it may,
 *   `request.media-type` (415) for any other body.
 */
export async function formOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal('request.media-type')
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  try {
    for await (const part of request.parts({ limits: { fileSize: FILE_BYTES_MAX } })) {
      fields[part.fieldname] =
        part.type === 'file'
          ? { fileName: part.filename, data: (await part.toBuffer()).toString('base64') }
          : part.value
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Refusal('file.too-large', { limit: `${Math.floor(FILE_BYTES_MAX / 1024 / 1024)} MB` })
    }
    throw new Refusal('request.form')
  }
  return { ...fields }
}

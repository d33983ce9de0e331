import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

export interface Instruction {
  name: string
  text: string
}

export interface Stage {
  name: string
  instructions: Instruction[]
}

/** The stages of a Dockerfile, with continued lines joined and comments removed. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', instructions: [] })
    else stages.at(-1)?.instructions.push({ name, text: rest })
  }
  return stages
}

/** Which files of a context .dockerignore leaves out: the last pattern that matches decides. */
export function parseDockerignore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ excludes: !line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }))
  return (path) => patterns.findLast(({ pattern }) => pattern.test(path))?.excludes ?? false
}

/** A pattern also covers everything below what it matches. */
function toPattern(glob: string): RegExp {
  const source = glob
    .split('/')
    .map((part) => (part === '**' ? '(?:.*/)?' : `${part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}/`))
    .join('')
  return new RegExp(`^${source.replace(/\/$/, '')}(?:/.*)?$`)
}

/** The environment and program of a built stage. */
export interface Image {
  folder: string
  workdir: string
  env: Record<string, string>
  user: string
  command: string[]
}

/**
 * Executes the stages in folders under `target`, one folder as the root of each. COPY is done here, RUN by `run`, which
 * throws for a command that it does not know.
 */
export function buildImage(
  {
    stages,
    context,
    ignores,
    target,
  }: {
    stages: Stage[]
    context: string
    ignores: (path: string) => boolean
    target: string
  },
  run: (command: string, workdir: string) => void,
): Image {
  const folders = new Map<string, string>()
  let image: Image | undefined
  for (const [index, { name, instructions }] of stages.entries()) {
    const folder = join(target, name || `stage-${index}`)
    folders.set(name, folder)
    image = { folder, workdir: '/', env: {}, user: 'root', command: [] }
    for (const { name, text } of instructions) execute(image, name, text)
  }
  return image as Image

  function execute(image: Image, name: string, text: string): void {
    const workdir = join(image.folder, image.workdir)
    if (name === 'WORKDIR') {
      image.workdir = text
      mkdirSync(join(image.folder, text), { recursive: true })
    } else if (name === 'COPY') copy(workdir, text)
    else if (name === 'RUN') run(text, workdir)
    else if (name === 'ENV')
      for (const pair of text.split(' '))
        image.env[pair.split('=')[0] as string] = pair.split('=')[1] as string
    else if (name === 'USER') image.user = text
    else if (name === 'CMD') image.command = JSON.parse(text)
    else if (name === 'VOLUME') mkdirSync(join(image.folder, text), { recursive: true })
    else if (!['EXPOSE', 'HEALTHCHECK'].includes(name)) throw new Error(`This test does not know ${name}.`)
  }

  function copy(workdir: string, text: string): void {
    const from = /^--from=(\w+) /.exec(text)?.[1]
    const words = text.replace(/^--from=\w+ /, '').split(' ')
    const destination = join(workdir, words.pop() as string)
    const source = from === undefined ? context : (folders.get(from) as string)
    for (const word of words) {
      const path = join(source, word)
      const isDirectory = statSync(path).isDirectory()
      const to = isDirectory ? destination : join(destination, basename(word))
      if (from !== undefined) {
        mkdirSync(to, { recursive: true })
        // Links instead of copies: there are a gigabyte of packages.
        execFileSync('cp', ['-al', `${path}/.`, to])
      } else {
        cpSync(path, to, { recursive: true, filter: (file) => !ignores(relative(context, file)) })
      }
    }
  }
}

/** All files below a folder, relative to it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

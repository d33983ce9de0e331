import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCircles, readSources, readText } from '../support/files/source-files.ts'
import { parseRooms } from './room-diagram.ts'

const sources = readSources('contract', 'client/src', 'server', 'cli', 'console')
const imports = importsOf(sources)
/** Rooms are those of the product; files that only tests, benchmarks and scripts use go round in no circle either. */
const allImports = importsOf([...sources, ...readSources('test', 'e2e', 'bench', 'scripts', 'demo')])
const diagram = parseRooms(readText('docs/architecture.md'))

describe('the diagrams of docs/architecture.md', () => {
  test('every room of the server is drawn', () => {
    const rooms = new Set(
      sources
        .map(({ path }) => /^server\/(?:platform|features)\/[^/]+(?=\/)/.exec(path)?.[0])
        .filter((room) => room !== undefined),
    )
    expect([...rooms.difference(diagram.rooms)]).toEqual([])
  })

  test('every import between rooms is drawn', () => {
    const undrawn = imports.filter(
      ({ from, to }) =>
        diagram.roomOf(from) !== diagram.roomOf(to) &&
        !diagram.arrows.some((arrow) => diagram.covers(arrow, from, to)),
    )
    expect(undrawn.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('every arrow that is drawn has an import', () => {
    const unused = diagram.arrows.filter(
      (arrow) => !imports.some(({ from, to }) => diagram.covers(arrow, from, to)),
    )
    expect(unused.map(({ from, to }) => `${from} --> ${to}`)).toEqual([])
  })
})

describe('no circle', () => {
  test('between files', () => {
    expect(circlesBetween((path) => path, allImports)).toEqual([])
  })

  test('between folders', () => {
    expect(circlesBetween(dirname)).toEqual([])
  })

  test('between rooms', () => {
    expect(circlesBetween((path) => diagram.roomOf(path) ?? path)).toEqual([])
  })

  test('a circle would be found', () => {
    const arrows = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(findCircles(arrows)).toEqual([['b', 'c', 'b']])
  })
})

function importsOf(files: ReturnType<typeof readSources>): { from: string; to: string }[] {
  return files.flatMap(({ path, imports }) => imports.map((target) => ({ from: path, to: target })))
}

function circlesBetween(groupOf: (path: string) => string, between = imports): string[] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of between) {
    const [source, target] = [groupOf(from), groupOf(to)]
    if (source === target) continue
    arrows.set(source, (arrows.get(source) ?? new Set()).add(target))
  }
  return findCircles(arrows).map((circle) => circle.join(' → '))
}

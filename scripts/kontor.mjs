#!/usr/bin/env node
import { launch } from './launch.mjs'

await launch('cli/main.ts', process.argv.slice(2))

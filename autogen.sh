#!/bin/sh
# Makes ./configure from configure.ac (a release archive has it already).
set -e
cd "$(dirname "$0")"
exec autoreconf --install --force --warnings=all,no-portability,no-unsupported

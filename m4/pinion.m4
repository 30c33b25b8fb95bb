# PN_REQUIRE(VARIABLE, PKG-CONFIG-SPEC, DEBIAN-PACKAGE)
AC_DEFUN([PN_REQUIRE], [
  PKG_CHECK_MODULES([$1], [$2], [], [
    AC_MSG_ERROR([$2 was not found by pkg-config. On Debian: apt-get install $3])
  ])
])

# PN_CFLAG(VARIABLE, FLAG): adds FLAG to VARIABLE when the compiler takes it.
AC_DEFUN([PN_CFLAG], [
  pn_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $2"
  AC_MSG_CHECKING([whether $CC accepts $2])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
    [AC_MSG_RESULT([yes]); $1="$$1 $2"], [AC_MSG_RESULT([no])])
  CFLAGS=$pn_save_CFLAGS
])

# The warnings of docs/STYLE: those that only one compiler knows are probed.
AC_DEFUN([PN_WARNINGS], [
  PN_WARN_CFLAGS="-std=gnu17 -Wall -Wextra -Wno-unused-parameter -Wformat=2 -Wshadow -Wundef"
  PN_WARN_CFLAGS="$PN_WARN_CFLAGS -Wwrite-strings -Wpointer-arith -Wcast-qual -Wstrict-prototypes"
  PN_WARN_CFLAGS="$PN_WARN_CFLAGS -Wold-style-definition -Wmissing-prototypes -Wnested-externs"
  PN_WARN_CFLAGS="$PN_WARN_CFLAGS -Wvla -Walloca -Wimplicit-fallthrough -Wnull-dereference"
  PN_WARN_CFLAGS="$PN_WARN_CFLAGS -Wdate-time -Wdouble-promotion -Wunused-macros -Wconversion -Wsign-conversion"
  m4_foreach_w([flag], [-Wduplicated-cond -Wduplicated-branches -Wlogical-op
    -Wjump-misses-init -Wformat-overflow=2 -Wformat-truncation=2 -Wtrampolines],
    [PN_CFLAG([PN_WARN_CFLAGS], flag)])
  # APR's ring macros, expanded in our code, cast volatile away; only clang minds.
  AS_CASE([`$CC --version 2>&1`], [*clang*], [PN_WARN_CFLAGS="$PN_WARN_CFLAGS -Wno-cast-qual"])
  AC_SUBST([PN_WARN_CFLAGS])
])

# Hardening, and the builds that developers and CI make.
AC_DEFUN([PN_VARIANTS], [
  AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [warnings are errors, debug assertions are on (CI)])])
  AC_ARG_ENABLE([sanitizers], [AS_HELP_STRING([--enable-sanitizers=LIST], [address,undefined or thread])])
  AC_ARG_ENABLE([coverage], [AS_HELP_STRING([--enable-coverage], [gcov instrumentation])])
  AC_ARG_ENABLE([fuzzers], [AS_HELP_STRING([--enable-fuzzers], [libFuzzer targets in test/fuzz; needs CC=clang])])
  PN_MODE_CFLAGS=; PN_MODE_LDFLAGS=
  AS_IF([test "$enable_werror" = yes], [PN_MODE_CFLAGS="$PN_MODE_CFLAGS -Werror -DPN_DEBUG=1"])
  AS_CASE(["$enable_sanitizers"], [""|no], [
      PN_HARDEN_CFLAGS="-D_FORTIFY_SOURCE=3 -fstack-protector-strong -fPIE"
      PN_CFLAG([PN_HARDEN_CFLAGS], [-fstack-clash-protection])
      PN_HARDEN_LDFLAGS="-pie -Wl,-z,relro,-z,now"
    ], [
      PN_MODE_CFLAGS="$PN_MODE_CFLAGS -fsanitize=$enable_sanitizers -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g"
      PN_MODE_LDFLAGS="$PN_MODE_LDFLAGS -fsanitize=$enable_sanitizers"
      PN_HARDEN_CFLAGS="-fPIE"; PN_HARDEN_LDFLAGS="-pie"
    ])
  AM_CONDITIONAL([POOL_SHIM], [expr "x$enable_sanitizers" : ".*address" >/dev/null])
  AS_IF([test "$enable_coverage" = yes], [
    PN_MODE_CFLAGS="$PN_MODE_CFLAGS --coverage -O0"; PN_MODE_LDFLAGS="$PN_MODE_LDFLAGS --coverage"])
  AS_IF([test "$enable_fuzzers" = yes], [PN_MODE_CFLAGS="$PN_MODE_CFLAGS -fsanitize=fuzzer-no-link"])
  AM_CONDITIONAL([FUZZERS], [test "$enable_fuzzers" = yes])
  AC_SUBST([PN_MODE_CFLAGS]) AC_SUBST([PN_MODE_LDFLAGS])
  AC_SUBST([PN_HARDEN_CFLAGS]) AC_SUBST([PN_HARDEN_LDFLAGS])
])

# PN_MODULE(NAME, SET, DEFAULT)
# SET is "few" for what --enable-modules=few keeps, else "all". Makes the
# conditionals MOD_<NAME>_STATIC and MOD_<NAME>_SHARED that a module.am uses,
# and --enable-NAME=static|shared|no.
AC_DEFUN([PN_MODULE], [
  AC_ARG_ENABLE([$1], [AS_HELP_STRING([--enable-$1=static|shared|no], [mod_$1 (default $3)])],
    [pn_how=$enableval],
    [pn_how=no
     AS_CASE([" $pn_modules "],
       [*" all "*], [pn_how=$3],
       [*" few "*], [AS_IF([test "$2" = few], [pn_how=$3])],
       [*" $1 "*], [pn_how=$3])])
  AS_CASE([$pn_how],
    [yes], [pn_how=$3], [static|shared|no], [],
    [AC_MSG_ERROR([--enable-$1 takes static, shared or no, not '$pn_how'])])
  AM_CONDITIONAL([MOD_]m4_toupper([$1])[_STATIC], [test "$pn_how" = static])
  AM_CONDITIONAL([MOD_]m4_toupper([$1])[_SHARED], [test "$pn_how" = shared])
  AS_CASE([$pn_how],
    [static], [PN_STATIC_MODULES="$PN_STATIC_MODULES $1"],
    [shared], [PN_SHARED_MODULES="$PN_SHARED_MODULES $1"])
])

AC_DEFUN([PN_MODULES], [
  AC_ARG_ENABLE([modules], [AS_HELP_STRING([--enable-modules=all|few|LIST], [which modules are built (default all)])],
    [], [enable_modules=all])
  pn_modules=`echo "$enable_modules" | tr ',' ' '`
  m4_include([modules/modules.m4])
  AC_SUBST([PN_STATIC_MODULES]) AC_SUBST([PN_SHARED_MODULES])
])

# PN_EXPAND(NAME...): for each directory NAME an @exp_NAME@ without variables,
# for what is not read by make: headers and scripts.
AC_DEFUN([PN_EXPAND], [
  pn_save_prefix=$prefix pn_save_exec_prefix=$exec_prefix
  test "x$prefix" != xNONE || prefix=$ac_default_prefix
  test "x$exec_prefix" != xNONE || exec_prefix=$prefix
  m4_foreach_w([pn_dir], [$1], [
    exp_[]pn_dir=$[]pn_dir
    while expr "x$exp_[]pn_dir" : '.*[[$]]' >/dev/null; do
      eval "exp_[]pn_dir=\"$exp_[]pn_dir\""
    done
    AC_SUBST(exp_[]pn_dir)])
  prefix=$pn_save_prefix exec_prefix=$pn_save_exec_prefix
])

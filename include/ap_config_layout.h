/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_CONFIG_LAYOUT_H
#define PINION_AP_CONFIG_LAYOUT_H

#define AP_CONFIG_LAYOUT_H

#ifdef __cplusplus
extern "C" {
#endif

#define DEFAULT_EXP_BINDIR "/usr/bin"
#define DEFAULT_EXP_CGIDIR "/usr/lib/cgi-bin"
#define DEFAULT_EXP_DATADIR "/usr/share/apache2"
#define DEFAULT_EXP_ERRORDIR "/usr/share/apache2/error"
#define DEFAULT_EXP_EXEC_PREFIX "/usr"
#define DEFAULT_EXP_HTDOCSDIR "/usr/share/apache2/default-site/htdocs"
#define DEFAULT_EXP_ICONSDIR "/usr/share/apache2/icons"
#define DEFAULT_EXP_INCLUDEDIR "/usr/include/apache2"
#define DEFAULT_EXP_INSTALLBUILDDIR "/usr/share/apache2/build"
#define DEFAULT_EXP_LIBEXECDIR "/usr/lib/apache2/modules"
#define DEFAULT_EXP_LOCALSTATEDIR "/var/lock/apache2"
#define DEFAULT_EXP_LOGFILEDIR "/var/log/apache2"
#define DEFAULT_EXP_MANDIR "/usr/share/man"
#define DEFAULT_EXP_MANUALDIR "/usr/share/apache2/default-site/htdocs/manual"
#define DEFAULT_EXP_PROXYCACHEDIR "/var/cache/apache2/proxy"
#define DEFAULT_EXP_RUNTIMEDIR "/var/run/apache2"
#define DEFAULT_EXP_SBINDIR "/usr/sbin"
#define DEFAULT_EXP_SYSCONFDIR "/etc/apache2"
#define DEFAULT_PIDLOG "/run/apache2.pid"
#define DEFAULT_PREFIX ""
#define DEFAULT_REL_BINDIR "/usr/bin"
#define DEFAULT_REL_CGIDIR "/usr/lib/cgi-bin"
#define DEFAULT_REL_DATADIR "/usr/share/apache2"
#define DEFAULT_REL_ERRORDIR "/usr/share/apache2/error"
#define DEFAULT_REL_EXEC_PREFIX "/usr"
#define DEFAULT_REL_HTDOCSDIR "/usr/share/apache2/default-site/htdocs"
#define DEFAULT_REL_ICONSDIR "/usr/share/apache2/icons"
#define DEFAULT_REL_INCLUDEDIR "/usr/include/apache2"
#define DEFAULT_REL_INSTALLBUILDDIR "/usr/share/apache2/build"
#define DEFAULT_REL_LIBEXECDIR "/usr/lib/apache2/modules"
#define DEFAULT_REL_LOCALSTATEDIR "/var/lock/apache2"
#define DEFAULT_REL_LOGFILEDIR "/var/log/apache2"
#define DEFAULT_REL_MANDIR "/usr/share/man"
#define DEFAULT_REL_MANUALDIR "/usr/share/apache2/default-site/htdocs/manual"
#define DEFAULT_REL_PROXYCACHEDIR "/var/cache/apache2/proxy"
#define DEFAULT_REL_RUNTIMEDIR "/var/run/apache2"
#define DEFAULT_REL_SBINDIR "/usr/sbin"
#define DEFAULT_REL_SYSCONFDIR "/etc/apache2"

#ifdef __cplusplus
}
#endif

#endif

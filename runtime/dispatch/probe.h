// USDT probes of provider `guardc`: a few no-ops until somebody attaches (`bpftrace -e
// 'usdt:./engine:guardc:miss { .. }'`).
//
//   hit      name of the frame, id of the entry
//   miss     name of the frame, outcome (OutcomeKind), reason (EagerReason)
//   compile  name of the frame, id of the new entry, name of the entry
//   retire   name of the frame, id of the entry, name of the entry
#pragma once

#if defined(__has_include) && !defined(GUARDC_WITHOUT_PROBES)
#if __has_include(<sys/sdt.h>)
#include <sys/sdt.h>
#define GUARDC_PROBE2(name, a, b) DTRACE_PROBE2(guardc, name, a, b)
#define GUARDC_PROBE3(name, a, b, c) DTRACE_PROBE3(guardc, name, a, b, c)
#endif
#endif

#ifndef GUARDC_PROBE2
#define GUARDC_PROBE2(name, a, b) static_cast<void>(0)
#define GUARDC_PROBE3(name, a, b, c) static_cast<void>(0)
#endif

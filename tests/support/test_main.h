#pragma once
#include <QTest>
#include <qfloat16.h> // QTest only declares it, and comparing a Json asks whether it converts

#include <QCoreApplication>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif
#include <cstdio>
#include <cstdlib>

// A wait that ends with its condition may be long: five seconds, as Qt has it, pass on a machine that does other things
// beside.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), 60000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, 60000)

/// Entry points of the test programs. Any Qt warning, critical or fatal message fails the program, whatever its tests
/// say; only what the offscreen platform says it cannot do (hints, raising, grabbing) passes. A test that provokes a
/// warning on purpose uses QTest::ignoreMessage, which this handler never sees.
namespace blueprinting::testing {

inline int& unexpected_messages()
{
    static int count = 0;
    return count;
}

inline void message_handler(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
    if (type == QtDebugMsg || type == QtInfoMsg || text.contains(QLatin1String("This plugin does not support")))
        return;
    std::fprintf(stderr, "FAIL: unexpected Qt message\n");
    ++unexpected_messages();
}

template <class Test, class Application>
int run(int argc, char** argv)
{
    // QTest installs its own handler and hands on to the one before it.
    qInstallMessageHandler(message_handler);
    Application application(argc, argv);
    Test test;
    const int failures = QTest::qExec(&test, argc, argv);
    return failures != 0 ? failures : (unexpected_messages() > 0 ? 1 : 0);
}

} // namespace blueprinting::testing

/// For core: no window system at all.
#define BLUEPRINTING_CORE_TEST(Class)                                                                                  \
    int main(int argc, char** argv) { return blueprinting::testing::run<Class, QCoreApplication>(argc, argv); }
/// For widgets, on the offscreen platform.
#define BLUEPRINTING_UI_TEST(Class)                                                                                    \
    int main(int argc, char** argv) { return blueprinting::testing::run<Class, QApplication>(argc, argv); }
